// A table: what the server says is drawn, what a person clicks, types or dials is played.
import { post, element } from "./talk.js";

const name = document.body.dataset.table;
const players = document.body.dataset.players.split(",").map(Number);
const at = (id) => document.getElementById(id);
const phone = matchMedia("(max-width: 50rem) and (orientation: portrait)");
const views = new Map();
let view = null;
let picked = [];
let waiting = false;
let hinted = null;

const stream = new EventSource(`/api/v1/events?topic=${encodeURIComponent(`table:${name}`)}`);
stream.addEventListener("table", (event) => {
  const seen = JSON.parse(event.data);
  views.set(seen.player, seen);
  const turn = [...views.values()].find((v) => v.glimpse.turn === v.glimpse.seat);
  view = turn || views.get(view ? view.player : players[0]) || seen;
  picked = [];
  hinted = null;
  waiting = false;
  draw();
});
phone.addEventListener("change", () => view && draw());

function draw() {
  const { glimpse } = view;
  const drawn = (hinted || view).drawn;
  at("board").innerHTML = phone.matches ? drawn.tall : drawn.wide;
  at("prompt").textContent = words(glimpse);
  drawPlays(glimpse);
  drawDials(glimpse);
  drawTold(glimpse);
  drawPicked();
  drawTools();
  at("trouble").textContent = "";
  document.body.dataset.ply = view.ply;
  document.body.dataset.over = view.is_over ? "yes" : "";
}

function words(glimpse) {
  if (glimpse.outcome) {
    const { payoffs, bankroll, unit } = glimpse.outcome;
    const mine = payoffs[glimpse.seat];
    const told = unit === "wins" ? (mine > 0 ? "You win." : mine < 0 ? "You lose." : "A draw.")
      : `${mine > 0 ? "+" : ""}${mine} ${unit}.`;
    const total = view.hand > 0 ? ` In all ${bankroll[view.player]} ${unit}.` : "";
    return told + total;
  }
  if (glimpse.turn === glimpse.seat) {
    return players.length > 1 ? `${glimpse.seat_name}: ${glimpse.prompt}` : glimpse.prompt;
  }
  return "The others are thinking …";
}

function drawPlays(glimpse) {
  at("plays").replaceChildren(...glimpse.plays.map(([move, text]) => {
    const button = element("button", text, { type: "button" });
    button.dataset.play = move;
    return button;
  }));
  at("plays").closest("details").hidden = !glimpse.plays.length;
}

function drawDials(glimpse) {
  at("dials").replaceChildren(...glimpse.dials.map((dial) => {
    const box = element("div", "", { class: "dial", role: "group", "aria-label": dial.words });
    const slide = element("input", "", { type: "range", min: dial.least, max: dial.most,
      step: dial.step, value: dial.least, "aria-label": dial.words });
    const number = element("input", "", { type: "number", min: dial.least, max: dial.most,
      step: dial.step, value: dial.least, "aria-label": `${dial.words}: amount` });
    const go = element("button", dial.words, { type: "button" });
    const set = (amount) => { slide.value = amount; number.value = amount; };
    slide.addEventListener("input", () => { number.value = slide.value; });
    number.addEventListener("input", () => { slide.value = number.value; });
    go.addEventListener("click", () => play(dial.form.replace("{}", number.value)));
    const stops = element("div", "", { class: "stops" });
    for (const [text, amount] of dial.stops) {
      const stop = element("button", `${text} (${amount})`, { type: "button" });
      stop.addEventListener("click", () => set(amount));
      stops.append(stop);
    }
    box.append(slide, number, go, stops);
    return box;
  }));
}

function drawTold(glimpse) {
  const list = at("told");
  const lines = glimpse.told;
  while (list.children.length > lines.length) list.lastChild.remove();
  for (let i = list.children.length; i < lines.length; i += 1) list.append(element("li", lines[i]));
  list.scrollTop = list.scrollHeight;
}

function drawPicked() {
  const box = at("picked");
  const ready = matching();
  const marks = [...at("board").querySelectorAll("[data-pick]")];
  const left = [...picked];
  for (const mark of marks) mark.classList.toggle("picked-mark", left.includes(mark));
  box.replaceChildren();
  if (!picked.length) return;
  if (ready) {
    const button = element("button", ready[1], { type: "submit" });
    button.addEventListener("click", () => play(ready[0]));
    box.append(button);
  }
  const clear = element("button", "Clear", { type: "button" });
  clear.addEventListener("click", () => { picked = []; drawPicked(); });
  box.append(clear);
}

function matching() {
  const mine = picked.map((mark) => mark.dataset.pick).sort().join(" ");
  return view.glimpse.plays.find(([, , picks]) => picks.length && [...picks].sort().join(" ") === mine);
}

function drawTools() {
  const mine = view.glimpse.turn === view.glimpse.seat;
  document.querySelectorAll("[data-do]").forEach((button) => {
    const what = button.dataset.do;
    button.hidden = what === "next hand" ? !view.is_over || view.is_done : false;
    button.disabled = what === "hint" ? !mine : what === "resign" ? view.is_over : false;
  });
}

async function act(action, move = null) {
  if (waiting) return;
  waiting = true;
  at("trouble").textContent = "";
  try {
    await post(`/api/v1/tables/${name}`, { action, move, ply: view.ply, player: view.player });
  } catch (error) {
    at("trouble").textContent = error.message;
  } finally {
    waiting = false;
  }
}

const play = (move) => act("play", move);

function pick(mark) {
  const i = picked.indexOf(mark);
  if (i >= 0) picked.splice(i, 1); else picked.push(mark);
  const ready = matching();
  const bigger = view.glimpse.plays.some(([, , picks]) => picks.length > picked.length);
  if (ready && !bigger) play(ready[0]);
  drawPicked();
}

function chosen(event) {
  const mark = event.target.closest("[data-move],[data-pick]");
  if (!mark || !view || view.glimpse.turn !== view.glimpse.seat) return;
  if (mark.dataset.move !== undefined) play(mark.dataset.move); else pick(mark);
}

at("board").addEventListener("click", chosen);
at("board").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  chosen(event);
});
at("plays").addEventListener("click", (event) => {
  const button = event.target.closest("[data-play]");
  if (button) play(button.dataset.play);
});
at("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = at("move").value.trim();
  if (text) play(text).then(() => { at("move").value = ""; });
});
document.querySelectorAll("[data-do]").forEach((button) => button.addEventListener("click", () =>
  (button.dataset.do === "hint" ? hint() : act(button.dataset.do))));

async function hint() {
  const box = at("hints");
  box.replaceChildren(element("p", "Thinking …", { class: "wait" }));
  try {
    const found = await post(`/api/v1/tables/${name}/hint`, { player: view.player });
    if (found.ply !== view.ply) return;
    hinted = found;
    draw();
    const { analysis } = found;
    const rows = analysis.options.slice(0, 6).map((option) =>
      element("li", `${option.move}: ${option.value_text || option.value}`));
    const list = element("ol", "");
    list.append(...rows);
    box.replaceChildren(element("h2", "Hint"), list);
  } catch (error) {
    box.replaceChildren(element("p", error.message, { class: "t-bad" }));
  }
}
