import { post, element } from "./talk.js";

const form = document.getElementById("new");
const { game, against, seat, hands, cube } = form.elements;
const options = document.getElementById("options");
const trouble = document.getElementById("trouble");
const TRUTH = ["true", "false"];
const SEATS = ["players", "seats"]; // options that say how many sit at the table

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
  const given = JSON.parse(option.dataset.given || "{}");
  const fields = offered().map((one) => field(one, given[one.name]));
  options.replaceChildren(options.firstElementChild, ...fields);
  options.hidden = !fields.length;
  offerSeats();
  document.getElementById("many").hidden = !option.dataset.hands;
  document.getElementById("with-cube").hidden = !option.dataset.cube;
}

function offered() {
  return JSON.parse(game.selectedOptions[0].dataset.options);
}

function field({ name, usual, meaning }, given) {
  const [made, label] = [element("div", "", { class: "field" }), element("label", "")];
  const input = element("input", "", { "data-option": name, id: `option-${name}`, autocomplete: "off" });
  const words = name.replace("...", "");
  label.htmlFor = input.id;
  label.textContent = words[0].toUpperCase() + words.slice(1);
  if (TRUTH.includes(usual)) {
    input.type = "checkbox";
    input.checked = ["true", "yes", "1"].includes(given ?? usual);
    label.prepend(input, " ");
    made.append(label);
  } else {
    input.placeholder = usual || "as usual";
    input.value = given ?? "";
    if (SEATS.includes(name)) input.addEventListener("input", offerSeats);
    made.append(label, input);
  }
  if (meaning) {
    input.setAttribute("aria-describedby", `means-${name}`);
    made.append(element("p", meaning, { class: "t-quiet help", id: `means-${name}` }));
  }
  return made;
}

// What the fields say of an option; nothing where it is as usual.
function said({ name, usual }) {
  const input = options.querySelector(`[data-option="${name}"]`);
  if (name.endsWith("...")) return input.value.trim().replace(/[\s,]+/g, ",");
  const text = input.type === "checkbox" ? String(input.checked) : input.value.trim();
  return text === usual ? "" : text;
}

// The game as text. Where many values are given in a row, those before them have no names.
function asked() {
  const all = offered();
  const row = all.findIndex((one) => one.name.endsWith("...") && said(one));
  const parts = all.slice(0, row + 1).map((one) => said(one) || one.usual);
  for (const one of all.slice(row + 1)) {
    const text = said(one);
    if (text) parts.push(one.name.endsWith("...") ? text : `${one.name}=${text}`);
  }
  return parts.length ? `${game.value}(${parts.join(",")})` : game.value;
}

function offerSeats() {
  const told = options.querySelector(SEATS.map((name) => `[data-option=${name}]`).join());
  const wanted = Number(told?.value);
  const usual = Number(game.selectedOptions[0].dataset.seats);
  const seats = Number.isInteger(wanted) && wanted > 0 && wanted <= 23 ? wanted : usual;
  fill(seat, Array.from({ length: seats }, (_, i) => [String(i), `${i + 1} of ${seats}`]));
}

game.addEventListener("change", chosen);
chosen();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  trouble.textContent = "";
  const isPerson = against.value === "hot seat" || against.value === "person";
  try {
    const made = await post("/api/v1/tables", {
      game: asked(),
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
