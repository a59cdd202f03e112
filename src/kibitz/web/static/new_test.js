import { post, element } from "./talk.js";

const form = document.getElementById("new");
const { game, first, second, end, elo0, elo1, pairs, seed } = form.elements;

function chosen() {
  const levels = game.selectedOptions[0].dataset.levels.split(",").filter(Boolean);
  document.getElementById("levels").replaceChildren(
    ...[...levels, "random", "mcts(iterations=500)"].map((value) => element("option", "", { value })));
}

function ends() {
  document.querySelectorAll("[data-end]").forEach((field) => {
    field.hidden = field.dataset.end !== end.value;
  });
}

game.addEventListener("change", chosen);
end.addEventListener("change", ends);
chosen();
ends();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const asked = { verb: "match", game: game.value, players: [first.value, second.value], workers: "1" };
  if (end.value === "sprt") asked.sprt = [elo0.value, elo1.value]; else asked.pairs = pairs.value;
  if (seed.value.trim()) asked.seed = seed.value.trim();
  try {
    const made = await post("/api/v1/tests", asked);
    location.href = `/tests/${made.id}`;
  } catch (error) {
    document.getElementById("trouble").textContent = error.message;
  }
});
