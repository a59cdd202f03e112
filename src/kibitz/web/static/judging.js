import { listen } from "./talk.js";

const at = (id) => document.getElementById(id);
const { number } = document.body.dataset;

listen([`review:${number}`], {
  review(told) {
    if (told.state === "ready") location.reload();
    if (told.state === "failed") at("state").textContent = told.sentence;
    if (told.state === "judging") {
      at("bar").max = told.total;
      at("bar").value = told.done;
      at("state").textContent = `${told.done} of ${told.total} looks. ${told.words}`;
    }
    document.body.dataset.state = told.state;
  },
});
