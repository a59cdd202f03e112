import { post, element } from "./talk.js";

const form = document.getElementById("new");
const { game, kind, field, first, second, end, elo0, elo1, pairs, seed } = form.elements;

function chosen() {
  const levels = game.selectedOptions[0].dataset.levels.split(",").filter(Boolean);
  document.getElementById("levels").replaceChildren(
    ...[...levels, "random", "mcts(iterations=500)"].map((value) => element("option", "", { value })));
}

function ends() {
  document.querySelectorAll("[data-kind]").forEach((part) => { part.hidden = part.dataset.kind !== kind.value; });
  const how = kind.value === "match" ? end.value : "pairs";
  document.querySelectorAll("[data-end]").forEach((part) => { part.hidden = part.dataset.end !== how; });
}

game.addEventListener("change", chosen);
end.addEventListener("change", ends);
kind.addEventListener("change", ends);
chosen();
ends();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const isMatch = kind.value === "match";
  const players = isMatch ? [first.value, second.value]
    : field.value.split("\n").map((line) => line.trim()).filter(Boolean);
  const asked = { verb: kind.value, game: game.value, players, workers: "1" };
  if (isMatch && end.value === "sprt") asked.sprt = [elo0.value, elo1.value]; else asked.pairs = pairs.value;
  if (seed.value.trim()) asked.seed = seed.value.trim();
  try {
    const made = await post("/api/v1/tests", asked);
    location.href = `/tests/${made.id}`;
  } catch (error) {
    document.getElementById("trouble").textContent = error.message;
  }
});
