// A table: what the server says is drawn, what a person chooses is played.
import { Board } from "./board.js";
import { Harbour } from "./harbour.js";
import { listen, post, element, ranking } from "./talk.js";

const name = document.body.dataset.table;
const players = document.body.dataset.players.split(",").map(Number);
const at = (id) => document.getElementById(id);
const views = new Map();
let view = null;
let waiting = false;

const board = new Board({
  board: at("board"), plays: at("plays"), dials: at("dials"),
  picked: at("picked"), quick: at("quick"), typed: at("typed"), move: at("move"),
}, (move) => act("play", move));
const harbour = new Harbour(at("board"), at("harbour"), (moves) => act("set up", moves));
board.onDrawn = () => harbour.drawn();

listen([`table:${name}`], {
  table(seen) {
    const before = views.get(seen.player);
    if (before && sameState(before, seen)) return; // what is picked or typed stays
    views.set(seen.player, seen);
    const turn = [...views.values()].find(isAsked);
    view = turn || views.get(view ? view.player : players[0]) || seen;
    waiting = false;
    at("hints").replaceChildren();
    draw();
  },
});

function sameState(a, b) {
  return a.ply === b.ply && a.hand === b.hand && a.is_over === b.is_over && a.glimpse.turn === b.glimpse.turn
    && JSON.stringify(a.cube) === JSON.stringify(b.cube);
}

// Whether something waits for the person of a view: a move, or the cube.
function isAsked(seen) {
  return seen.glimpse.turn === seen.glimpse.seat || Boolean(seen.cube && seen.cube.asks);
}

function draw() {
  const { glimpse } = view;
  const active = glimpse.turn === glimpse.seat;
  harbour.show(active ? view.harbour : null);
  board.show({ drawn: view.drawn, plays: glimpse.plays, dials: glimpse.dials, active });
  at("prompt").textContent = words(glimpse);
  drawCube();
  drawTold(glimpse);
  drawTools();
  at("trouble").textContent = "";
  document.body.dataset.ply = view.ply;
  document.body.dataset.hand = view.hand;
  document.body.dataset.turn = isAsked(view) ? "yes" : "";
  document.body.dataset.over = view.is_over ? "yes" : "";
}

function words(glimpse) {
  if (glimpse.outcome) return outcome(glimpse);
  if (glimpse.turn === glimpse.seat && view.harbour) return "Set up your fleet, then press Ready.";
  if (glimpse.turn === glimpse.seat) {
    return players.length > 1 ? `${glimpse.seat_name}: ${glimpse.prompt}` : glimpse.prompt;
  }
  if (view.cube && view.cube.asks) return cubeWords();
  return "The others are thinking …";
}

function cubeWords() {
  const { asks, stake } = view.cube;
  const who = players.length > 1 ? `${view.glimpse.seat_name}: ` : "";
  if (asks === "roll") return `${who}roll, or double the stake to ${2 * stake} first?`;
  return `${who}you are offered the cube at ${2 * stake}. Take it, or drop and lose ${stake}?`;
}

const CUBE_TOOLS = { roll: [["roll", "Roll"], ["double", "Double"]], take: [["take", "Take"], ["drop", "Drop"]], "": [] };

function drawCube() {
  const box = at("cube");
  box.hidden = !view.cube;
  if (!view.cube) return;
  const { stake, owner, asks } = view.cube;
  const whose = owner === null ? "in the middle" : owner === view.glimpse.seat ? "yours" : "the other side's";
  const face = element("span", String(stake), { class: "face", "aria-hidden": "true" });
  const words = element("span", `Stake ${stake}, the cube is ${whose}`);
  const tools = CUBE_TOOLS[asks].map(([action, text], i) => {
    const button = element("button", text, { type: i ? "button" : "submit", "data-cube": action });
    button.addEventListener("click", () => act(action));
    return button;
  });
  box.replaceChildren(face, words, ...tools);
}

function outcome(glimpse) {
  const { payoffs, bankroll, unit } = glimpse.outcome;
  const mine = payoffs[glimpse.seat];
  const who = players.length > 1 ? `${glimpse.seat_name} ` : "You ";
  const s = players.length > 1 ? "s" : "";
  if (view.cube) return cubeOutcome(who, s, mine);
  const told = unit === "wins"
    ? (mine > 0 ? `${who}win${s}.` : mine < 0 ? `${who}lose${s}.` : "A draw.")
    : `${mine > 0 ? "+" : ""}${mine} ${unit}.`;
  return view.hand > 0 ? `${told} In all ${bankroll[view.player]} ${unit}.` : told;
}

function cubeOutcome(who, s, mine) {
  const { stake, dropped } = view.cube;
  if (!mine) return "A draw: the stakes go back.";
  return `${who}${mine > 0 ? "win" : "lose"}${s} ${stake}${dropped ? ", the double was dropped" : ""}.`;
}

function drawTold(glimpse) {
  const list = at("told");
  const lines = glimpse.told;
  const same = [...list.children].every((item, i) => item.textContent === lines[i]);
  if (!same) list.replaceChildren();
  for (let i = list.children.length; i < lines.length; i += 1) list.append(element("li", lines[i]));
  list.scrollTop = list.scrollHeight;
}

function drawTools() {
  const mine = view.glimpse.turn === view.glimpse.seat;
  const shut = Boolean(view.harbour && mine);
  if (at("moves").dataset.shut !== String(shut)) { at("moves").open = !shut; at("moves").dataset.shut = shut; }
  at("moves").hidden = !isAsked(view);
  const shown = {
    hint: !view.is_over, random: !view.is_over && !view.harbour, "take back": true, resign: !view.is_over,
    "next hand": view.is_over && !view.is_done, review: view.is_over, again: view.is_over && view.is_done,
  };
  document.querySelectorAll("[data-do]").forEach((button) => {
    button.hidden = !shown[button.dataset.do];
    button.disabled = ["hint", "random"].includes(button.dataset.do) && !mine;
  });
}

async function act(action, move = null) {
  if (waiting || !view) return;
  waiting = true;
  at("trouble").textContent = "";
  try {
    await post(`/api/v1/tables/${name}`, { action, move, ply: view.ply, player: view.player });
  } catch (error) {
    at("trouble").textContent = error.message;
    board.marks = [];
    board.drawPicked();
  } finally {
    waiting = false;
  }
}

async function hint() {
  const box = at("hints");
  const { ply } = view;
  box.replaceChildren(element("p", "Thinking …", { class: "wait" }));
  try {
    const found = await post(`/api/v1/tables/${name}/hint`, { player: view.player });
    if (found.ply !== view.ply || ply !== view.ply) return;
    board.redraw(found.drawn);
    const basis = element("p", `Values: ${found.basis}.`, { class: "t-quiet" });
    box.replaceChildren(element("h2", "Hint"), ranking(found), basis);
  } catch (error) {
    box.replaceChildren(element("p", error.message, { class: "t-bad" }));
  }
}

async function review() {
  try {
    const { games } = await post(`/api/v1/tables/${name}/keep`, {});
    location.href = `/review/${games[games.length - 1]}`;
  } catch (error) {
    at("trouble").textContent = error.message;
  }
}

const others = { hint, review, again: () => { location.href = at("again").dataset.href; } };
document.querySelectorAll("[data-do]").forEach((button) => button.addEventListener("click", () =>
  (others[button.dataset.do] || (() => act(button.dataset.do)))()));

const link = at("invitation");
if (link) link.textContent = new URL(link.dataset.path, location.href).href;
