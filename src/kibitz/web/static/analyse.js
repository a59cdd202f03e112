// A position and what every move in it is worth; moves can be tried, and the line goes on.
import { element } from "./talk.js";
import { pickers } from "./pick.js";

const { game } = document.body.dataset;
const at = (id) => document.getElementById(id);
const kept = `kibitz-marks-${game}`;
let stream = null;
let seen = null; // the newest state of the position at the end of the line
let picked = [];
let showsAll = false; // neighbours of the options that stand for them, too
let shown = "";
let marking = null; // the stream that values a move of a line that somebody else tried

const address = () => new URLSearchParams(location.search);
const line = () => address().getAll("move");

// What is known of tried moves, by the address of the position they were tried in.
const marks = () => JSON.parse(sessionStorage.getItem(kept) || "{}");
function remember(place, move, option) {
  const all = marks();
  all[`${place} ${move}`] = { sign: option.sign, told: option.told, rank: option.rank };
  sessionStorage.setItem(kept, JSON.stringify(all));
}

function placeAt(length) {
  const said = address();
  const moves = said.getAll("move").slice(0, length);
  said.delete("move");
  moves.forEach((move) => said.append("move", move));
  return said.toString();
}

function drawBoard() {
  const shapes = ["wide", "tall"].map((shape) => {
    const box = element("div", "", { class: shape });
    box.innerHTML = seen.drawn[shape];
    return box;
  });
  at("board").replaceChildren(...shapes);
}

function optionButton(option) {
  const button = element("button", "", { type: "button", "data-try": option.move,
    class: option.is_best ? "best" : "" });
  const rank = Math.min(option.rank, 4);
  button.append(
    element("span", option.sign, { class: `sign t-scale_${rank}`, "aria-hidden": "true" }),
    element("strong", option.words),
    element("span", option.value),
    element("span", option.told, { class: "worth" }));
  const item = element("li", "");
  item.append(button);
  return item;
}

function moreButton(count) {
  const item = element("li", "");
  item.append(element("button", `Show ${count} more between these`, { type: "button", "data-more": "" }));
  return item;
}

function drawOptions() {
  const focus = document.activeElement?.dataset?.try;
  const options = seen.options || [];
  const listed = showsAll ? options : options.filter((one) => one.is_listed);
  at("options").replaceChildren(...listed.map(optionButton));
  if (listed.length < options.length) at("options").append(moreButton(options.length - listed.length));
  if (focus !== undefined) {
    [...at("options").querySelectorAll("[data-try]")].find((one) => one.dataset.try === focus)?.focus();
  }
  at("basis").textContent = options.length ? `Values for ${seen.seat_name}; ${seen.basis}.` : "";
}

function drawLine() {
  const known = marks();
  const moves = line();
  at("line-title").hidden = !moves.length;
  at("back").disabled = !moves.length;
  at("line").replaceChildren(...moves.map((move, i) => {
    const mark = known[`${placeAt(i)} ${move}`];
    const item = element("li", "");
    const link = element("a", move, { href: `?${placeAt(i)}`, title: mark ? mark.told : "" });
    item.append(element("span", `${i + 1}. `, { class: "t-quiet" }), link);
    if (mark) item.append(" ", element("span", mark.sign, { class: `sign t-scale_${Math.min(mark.rank, 4)}`, "aria-label": mark.told, role: "img" }));
    return item;
  }));
}

function show(state) {
  seen = state;
  picked = [];
  drawBoard();
  drawOptions();
  at("prompt").textContent = seen.prompt;
  at("luck").hidden = seen.state !== "chance";
  at("far").textContent = seen.samples ? `${seen.samples.toLocaleString("en")} samples` : "";
  document.body.dataset.position = seen.position;
}

// A line that came by its address has no marks yet: value its moves, one after the other.
function markNext() {
  const known = marks();
  const moves = line();
  const i = moves.findIndex((move, n) => !known[`${placeAt(n)} ${move}`]);
  if (i < 0) return;
  const [place, move] = [placeAt(i), moves[i]];
  let option = null;
  marking = new EventSource(`/api/v1/analyse/${encodeURIComponent(game)}?${place}`);
  marking.addEventListener("part", (event) => {
    option = (JSON.parse(event.data).options || []).find((one) => one.move === move);
  });
  const over = () => { marking?.close(); marking = null; };
  marking.addEventListener("done", () => {
    over();
    if (!option) return;
    remember(place, move, option);
    drawLine();
    markNext();
  });
  marking.addEventListener("refused", over);
  marking.onerror = over;
}

function end(name) {
  stream?.close();
  stream = null;
  marking?.close();
  marking = null;
  at("running").hidden = true;
  document.body.dataset.state = name;
}

function look() {
  end("asking");
  at("running").hidden = false;
  at("trouble").textContent = "";
  at("far").textContent = "at work …";
  drawLine();
  showsAll = false;
  shown = location.search;
  const said = address();
  stream = new EventSource(`/api/v1/analyse/${encodeURIComponent(game)}?${said}`);
  stream.addEventListener("part", (event) => {
    show(JSON.parse(event.data));
    if (!line().length && document.activeElement !== at("position")) at("position").value = seen.position;
  });
  stream.addEventListener("done", () => { end("answered"); markNext(); });
  stream.addEventListener("refused", (event) => {
    end("refused");
    at("trouble").textContent = JSON.parse(event.data).sentence;
  });
  stream.onerror = () => { if (stream) { end("refused"); at("trouble").textContent = "the server does not answer any more"; } };
}

const WHY = {
  hidden: "What happens next is hidden, so the line ends here.",
  chance: "Chance decides what comes next, so the line ends here.",
};

function attempt(move) {
  const option = (seen?.options || []).find((one) => one.move === move);
  if (!option) return;
  at("tried").replaceChildren(
    element("span", `${option.sign} `, { class: `sign t-scale_${Math.min(option.rank, 4)}`, "aria-hidden": "true" }),
    element("strong", option.words), `: ${option.sentence}. ${WHY[option.next] || ""}`);
  if (WHY[option.next]) return;
  const said = address();
  remember(said.toString(), move, option);
  said.append("move", move);
  history.pushState(null, "", `?${said}`);
  look();
}

// Marks that are parts of moves: a move is tried when just its parts are picked.
function pick(mark) {
  const i = picked.indexOf(mark);
  if (i >= 0) picked.splice(i, 1); else picked.push(mark);
  mark.classList.toggle("picked-mark", i < 0);
  const mine = picked.map((one) => one.dataset.pick).sort().join(" ");
  const ready = seen.plays.find(([, , picks]) => picks.length && [...picks].sort().join(" ") === mine);
  if (ready) attempt(ready[0]);
}

function chosen(event) {
  const mark = event.target.closest("[data-move],[data-pick]");
  if (!mark || !seen) return;
  if (mark.dataset.move !== undefined) attempt(mark.dataset.move); else pick(mark);
}

at("board").addEventListener("click", chosen);
at("board").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  chosen(event);
});
at("options").addEventListener("click", (event) => {
  const button = event.target.closest("[data-try],[data-more]");
  if (button?.dataset.try !== undefined) attempt(button.dataset.try);
  else if (button) {
    showsAll = true;
    drawOptions();
    at("options").querySelector("[data-try]")?.focus();
  }
});
at("line").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  history.pushState(null, "", link.getAttribute("href"));
  at("tried").textContent = "";
  look();
});
at("back").addEventListener("click", () => {
  const moves = line();
  history.pushState(null, "", `?${placeAt(moves.length - 1)}`);
  at("tried").textContent = "";
  look();
});
at("luck").addEventListener("click", async () => {
  const reply = await fetch(`/api/v1/positions/${encodeURIComponent(game)}?${address()}&luck=yes`);
  const told = await reply.json();
  if (!reply.ok) { at("trouble").textContent = told.error; return; }
  history.pushState(null, "", `?${new URLSearchParams({ position: told.position })}`);
  at("tried").textContent = "";
  look();
});
addEventListener("popstate", () => {
  if (location.search === shown) return; // a place within the page
  at("tried").textContent = "";
  look();
});
addEventListener("pagehide", () => end("left"));

pickers(document.getElementById("place"));
look();
