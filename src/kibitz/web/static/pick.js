// Pickers beside text fields: the text is the truth, the picker follows it and writes it.
import { element } from "./talk.js";
import { cards } from "./pick_cards.js";
import { range } from "./pick_range.js";
import { board, sea, position } from "./pick_place.js";

const LABELS = { cards: "Cards", range: "Range", position: "Board" };

// Fetch JSON; an error is one sentence.
export async function fetched(address, fields) {
  const asked = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== undefined));
  const reply = await fetch(`${address}?${asked}`);
  const told = await reply.json().catch(() => ({}));
  if (!reply.ok || told.error) throw new Error(told.error || `the server answered ${reply.status}`);
  return told;
}

// Write a text as if it had been typed.
export function write(input, text) {
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// One of many buttons is in the order of tabs; arrow keys lead to its neighbours.
export function roving(box, select, columns) {
  const all = () => [...box.querySelectorAll(select)];
  const settle = (chosen) => all().forEach((one) => one.setAttribute("tabindex", one === chosen ? "0" : "-1"));
  box.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns(), ArrowDown: columns() }[event.key];
    const list = all();
    const at = list.indexOf(event.target.closest(select));
    if (!step || at < 0) return;
    event.preventDefault();
    const next = list[at + step];
    if (next) { settle(next); next.focus(); }
  });
  box.addEventListener("focusin", (event) => {
    const one = event.target.closest(select);
    if (one) settle(one);
  });
  settle(all()[0]);
}

// Call when a text has stopped changing.
export function settled(input, tell) {
  let timer = null;
  let last = input.value;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => { if (input.value !== last) { last = input.value; tell(); } }, 150);
  });
}

function made(kind, input, panel) {
  if (kind === "cards") return cards(input, panel);
  if (kind === "range") return range(input, panel);
  const { game } = input.dataset;
  if (game === "dicechess") return board(input, panel);
  if (game === "battleship") return sea(input, panel);
  return position(input, panel);
}

const open = new Set();

function attach(input, kind, isFirst) {
  const row = input.closest(".row");
  const button = element("button", LABELS[kind], { type: "button", "aria-expanded": "false" });
  const label = input.getAttribute("aria-label") || input.labels?.[0]?.textContent.trim() || input.name;
  button.setAttribute("aria-label", `${LABELS[kind]}: pick for ${label}`);
  const panel = element("div", "", { class: "picker", role: "group", "aria-label": `Picker: ${label}` });
  panel.hidden = true;
  row.append(button);
  row.after(panel);
  let picker = null;
  const show = (is) => {
    panel.hidden = !is;
    button.setAttribute("aria-expanded", String(is));
    if (!is) { open.delete(show); return; }
    open.forEach((other) => other !== show && other(false));
    open.add(show);
    if (picker) picker(); else picker = made(kind, input, panel);
  };
  button.addEventListener("click", () => show(panel.hidden));
  if (isFirst) show(true);
}

export function pickers(root) {
  const wide = matchMedia("(min-width: 50rem)").matches;
  let isFirst = true;
  for (const input of root.querySelectorAll("input[data-holds]:not([data-picked])")) {
    input.dataset.picked = "yes";
    for (const kind of input.dataset.holds.split(" ")) {
      const needed = input.required || input.closest("fieldset");
      if (kind === "position" && input.dataset.plain && input.dataset.game !== "dicechess") continue;
      attach(input, kind, isFirst && Boolean(needed) && (wide || kind !== "position") && !input.value);
      if (needed) isFirst = false;
    }
  }
}
