import { listen, post } from "./talk.js";

const name = document.body.dataset.work;
const at = (id) => document.getElementById(id);

listen([`work:${name}`], { work: shown });

function shown(work) {
  const needed = work.needed ? `, about ${work.needed} more` : "";
  at("state").textContent = work.sentence || (work.state === "playing"
    ? `Playing: ${work.pairs} pairs so far${needed}` : `${work.state === "over" ? "Over" : "Stopped"} after ${work.pairs} pairs`);
  at("sheet").innerHTML = work.html;
  document.querySelector("[data-do=stop]").hidden = work.state !== "playing";
  document.querySelector("[data-do=resume]").hidden = work.state !== "stopped";
  document.body.dataset.state = work.state;
}

document.querySelectorAll("[data-do]").forEach((button) => button.addEventListener("click", async () => {
  at("trouble").textContent = "";
  try {
    await post(`/api/v1/tests/${name}`, { action: button.dataset.do });
  } catch (error) {
    at("trouble").textContent = error.message;
  }
}));
