import { post } from "./talk.js";

const name = document.body.dataset.work;
const at = (id) => document.getElementById(id);
const stream = new EventSource(`/api/v1/events?topic=${encodeURIComponent(`work:${name}`)}`);

stream.addEventListener("work", (event) => {
  const work = JSON.parse(event.data);
  const needed = work.needed ? `, about ${work.needed} more` : "";
  at("state").textContent = work.sentence ||
    `${work.state}: ${work.pairs} pairs${work.state === "playing" ? needed : ""}`;
  at("sheet").innerHTML = work.html;
  document.querySelector("[data-do=stop]").hidden = work.state !== "playing";
  document.querySelector("[data-do=resume]").hidden = work.state !== "stopped";
  document.body.dataset.state = work.state;
  if (work.state === "over") stream.close();
});

document.querySelectorAll("[data-do]").forEach((button) => button.addEventListener("click", async () => {
  at("trouble").textContent = "";
  try {
    await post(`/api/v1/tests/${name}`, { action: button.dataset.do });
  } catch (error) {
    at("trouble").textContent = error.message;
  }
}));
