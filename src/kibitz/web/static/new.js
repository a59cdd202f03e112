import { post, element } from "./talk.js";

const form = document.getElementById("new");
const { game, against, seat, options, hands } = form.elements;
const trouble = document.getElementById("trouble");

function fill(select, values) {
  select.replaceChildren(...values.map(([value, text]) => element("option", text, { value })));
}

function chosen() {
  const option = game.selectedOptions[0];
  const levels = option.dataset.levels.split(",").filter(Boolean);
  const others = levels.length ? levels : ["mcts"];
  fill(against, [...others.map((name) => [name, name]), ["person", "another person"]]);
  if (others.includes("intermediate")) against.value = "intermediate";
  const seats = Number(option.dataset.seats);
  fill(seat, Array.from({ length: seats }, (_, i) => [String(i), `${i + 1} of ${seats}`]));
  document.getElementById("many").hidden = !option.dataset.hands;
}

game.addEventListener("change", chosen);
chosen();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  trouble.textContent = "";
  const text = options.value.trim();
  const seats = seat.options.length;
  const players = Array.from({ length: seats }, (_, i) =>
    i === Number(seat.value) ? "person" : against.value);
  try {
    const made = await post("/api/v1/tables", {
      game: text ? `${game.value}(${text})` : game.value,
      players,
      hands: hands.checked ? null : 1,
      alone: true,
    });
    location.href = `/play/${made.name}`;
  } catch (error) {
    trouble.textContent = error.message;
  }
});
