import { post, element } from "./talk.js";

const form = document.getElementById("new");
const { game, against, seat, options, hands, cube } = form.elements;
const trouble = document.getElementById("trouble");

function fill(select, values) {
  select.replaceChildren(...values.map(([value, text]) => element("option", text, { value })));
}

function chosen() {
  const option = game.selectedOptions[0];
  const levels = option.dataset.levels.split(",").filter(Boolean);
  const others = levels.length ? levels : ["mcts"];
  fill(against, [...others.map((name) => [name, name]), ["random", "random"],
    ["hot seat", "another person, at this screen"], ["person", "another person, in another browser"]]);
  if (others.includes("intermediate")) against.value = "intermediate";
  const seats = Number(option.dataset.seats);
  fill(seat, Array.from({ length: seats }, (_, i) => [String(i), `${i + 1} of ${seats}`]));
  document.getElementById("many").hidden = !option.dataset.hands;
  document.getElementById("with-cube").hidden = !option.dataset.cube;
}

game.addEventListener("change", chosen);
chosen();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  trouble.textContent = "";
  const text = options.value.trim();
  const isPerson = against.value === "hot seat" || against.value === "person";
  try {
    const made = await post("/api/v1/tables", {
      game: text ? `${game.value}(${text})` : game.value,
      against: isPerson ? "person" : against.value,
      seat: Number(seat.value),
      hands: hands.checked ? null : 1,
      cube: Boolean(cube.checked && game.selectedOptions[0].dataset.cube),
      alone: against.value !== "person",
    });
    location.href = `/play/${made.name}`;
  } catch (error) {
    trouble.textContent = error.message;
  }
});
