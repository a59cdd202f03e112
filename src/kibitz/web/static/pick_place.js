// Positions: men set on a board, shots on the water, and any game drawn and played on from.
import { element } from "./talk.js";
import { fetched, roving, settled, write } from "./pick.js";

const MEN = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };
const DICE = ["", "P", "N", "B", "R", "Q", "K"];

// A drawing whose marks change the text: the server draws it after every change. Changes wait
// for each other, so that quick clicks all count.
function editor(what, input, panel, chosen, drawn, always = () => ({})) {
  const box = element("div", "", { class: "board" });
  const told = element("p", "", { class: "help t-bad", role: "status" });
  panel.append(box, told);
  let columns = 8;
  let shown = null;
  let picture = "";
  let pressed = null;
  let last = Promise.resolve();
  roving(box, "[data-pick]", () => columns);
  const change = (fields) => { last = last.then(() => changed(fields)); };
  const changed = async (fields) => {
    const focus = box.contains(document.activeElement) ? document.activeElement.dataset.pick : null;
    const text = input.value.trim();
    try {
      const seen = await fetched(`/api/v1/edit/${what}`, { text, ...always(), ...fields });
      if (input.value.trim() !== text) return;
      told.textContent = "";
      columns = seen.columns;
      if (seen.drawn !== picture) box.innerHTML = seen.drawn;
      picture = seen.drawn;
      const marks = [...box.querySelectorAll("[data-pick]")];
      const keep = marks.find((mark) => mark.dataset.pick === (focus || shown)) || marks[0];
      marks.forEach((mark) => mark.setAttribute("tabindex", mark === keep ? "0" : "-1"));
      if (focus) keep.focus();
      shown = keep.dataset.pick;
      if (Object.keys(fields).length || !text) write(input, seen.text);
      drawn(seen);
    } catch (error) {
      told.textContent = error.message;
    }
  };
  const picked = (mark) => {
    if (mark) { shown = mark.dataset.pick; change({ at: shown, ...chosen() }); }
  };
  box.addEventListener("click", (event) => picked(event.target.closest("[data-pick]")));
  // A mark that is drawn anew between press and release gets no click.
  box.addEventListener("pointerdown", (event) => { pressed = event.target.closest("[data-pick]"); });
  box.addEventListener("pointerup", (event) => {
    const mark = event.target.closest("[data-pick]");
    if (pressed && !pressed.isConnected && mark?.dataset.pick === pressed.dataset.pick) picked(mark);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    picked(event.target.closest("[data-pick]"));
  });
  settled(input, () => change({}));
  change({});
  return change;
}

function select(words, choices, act) {
  const made = element("select", "", { "aria-label": words });
  for (const [value, text] of choices) made.append(element("option", text, { value }));
  made.addEventListener("change", () => act(made.value));
  return made;
}

// Dice chess: a palette of men, the side to move and the dice.
export function board(input, panel) {
  let man = "Q";
  const palette = element("div", "", { class: "palette", role: "group", "aria-label": "Man to set" });
  const men = [...Object.keys(MEN), ...Object.keys(MEN).map((letter) => letter.toLowerCase()), ""];
  for (const letter of men) {
    const upper = letter.toUpperCase();
    const words = letter ? `${letter === upper ? "White" : "Black"} ${MEN[upper]}` : "Take a man away";
    const button = element("button", letter ? "" : "✕", { type: "button", "aria-label": words,
      "aria-pressed": String(letter === man), "data-man": letter });
    palette.append(button);
  }
  palette.addEventListener("click", (event) => {
    const button = event.target.closest("[data-man]");
    if (!button) return;
    man = button.dataset.man;
    for (const other of palette.children) other.setAttribute("aria-pressed", String(other === button));
  });
  panel.append(palette);
  fetched("/api/v1/edit/men", {}).then(({ drawn }) => {
    for (const button of palette.children) if (button.dataset.man) button.innerHTML = drawn[button.dataset.man];
  });
  const side = select("Side to move", [["w", "White to move"], ["b", "Black to move"]], (value) => change({ side: value }));
  const dice = [1, 2, 3].map((number) => select(`Die ${number}`,
    DICE.map((letter) => [letter, letter ? MEN[letter] : "no die"]), () => change({ dice: dice.map((die) => die.value).join("") })));
  const change = editor("board", input, panel, () => ({ put: man }), (seen) => {
    side.value = seen.side;
    dice.forEach((die, i) => { die.value = seen.dice[i] || ""; });
  });
  const settings = element("div", "", { class: "settings" });
  const start = element("button", "Start position", { type: "button" });
  const empty = element("button", "Empty board", { type: "button" });
  start.addEventListener("click", () => { write(input, ""); change({ side: "w" }); });
  empty.addEventListener("click", () => { write(input, "8/8/8/8/8/8/8/8 w - - 0 1"); change({}); });
  settings.append(side, ...dice, start, empty);
  panel.append(settings);
  return () => change({});
}

// Battleship: shots alone, on the waters of the game that the form names.
export function sea(input, panel) {
  const rules = input.form?.elements.game;
  const game = () => rules?.value.trim() || undefined;
  const change = editor("sea", input, panel, () => ({}), () => {}, () => ({ game: game() }));
  rules?.addEventListener("change", () => change({}));
  const clear = element("button", "Clear", { type: "button" });
  clear.addEventListener("click", () => { write(input, "-"); change({}); });
  const settings = element("div", "", { class: "presets" });
  settings.append(clear);
  panel.append(settings);
  return () => change({});
}

// Any other game: its own drawing, played on from by its moves.
export function position(input, panel) {
  const box = element("div", "", { class: "drawn" });
  const told = element("p", "", { class: "help", role: "status" });
  const plays = element("div", "", { class: "plays", role: "group", "aria-label": "Play on from here" });
  const luck = element("button", "Let chance decide", { type: "button" });
  luck.hidden = true;
  panel.append(box, told, luck, plays);
  const gameOf = () => input.dataset.game || input.form.elements.game?.value.trim() || "";

  const look = async (fields = {}) => {
    const game = gameOf();
    if (!game) { told.textContent = "Name a game first."; return; }
    const text = input.value.trim();
    try {
      const seen = await fetched("/api/v1/edit/position", { game, position: text, ...fields });
      if (input.value.trim() !== text) return;
      box.innerHTML = `<div class="wide">${seen.drawn.wide}</div><div class="tall">${seen.drawn.tall}</div>`;
      told.textContent = seen.prompt;
      luck.hidden = seen.state !== "chance";
      const next = seen.can_go_on ? seen.plays : [];
      plays.replaceChildren(...next.map(([move, words]) => element("button", words, { type: "button", "data-play": move })));
      if (Object.keys(fields).length) write(input, seen.position);
    } catch (error) {
      told.textContent = error.message;
    }
  };
  const go = (move) => { if ([...plays.children].some((one) => one.dataset.play === move)) look({ move }); };
  plays.addEventListener("click", (event) => {
    const button = event.target.closest("[data-play]");
    if (button) go(button.dataset.play);
  });
  box.addEventListener("click", (event) => {
    const mark = event.target.closest("[data-move]");
    if (mark) go(mark.dataset.move);
  });
  box.addEventListener("keydown", (event) => {
    const mark = event.target.closest("[data-move]");
    if (mark && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); go(mark.dataset.move); }
  });
  luck.addEventListener("click", () => look({ luck: "yes" }));
  settled(input, () => look());
  input.form.elements.game?.addEventListener("change", () => look());
  look();
  return () => look();
}
