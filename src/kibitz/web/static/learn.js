// Exercises: a position, a try, another try, a hint, the solution.
import { Board } from "./board.js";
import { post, element, ranking } from "./talk.js";

const at = (id) => document.getElementById(id);
const { exercises, kept } = JSON.parse(at("exercises").textContent);
let number = 0;
let tries = 0;
let hints = 0;
let last = "";
let streak = 0;
let right = 0;
let isDone = false;
let busy = false;

const board = new Board({
  board: at("board"), plays: at("plays"), dials: at("dials"),
  picked: at("picked"), typed: at("typed"), move: at("move"),
}, attempt);

const asked = () => exercises[number];
const ask = (action, more = {}) => post("/api/v1/exercise", { action, ...asked(), ...more });

async function show() {
  tries = 0;
  hints = 0;
  last = "";
  isDone = false;
  at("verdict").textContent = "";
  at("verdict").className = "";
  at("solution").replaceChildren();
  at("count").textContent = `${number + 1} of ${exercises.length}; streak ${streak}`;
  await guarded(async () => {
    const found = await ask("question");
    board.show({ ...found, active: true });
    at("prompt").textContent = found.prompt;
    document.body.dataset.exercise = number;
  });
  buttons();
}

async function attempt(move) {
  if (isDone || busy) return;
  await guarded(async () => {
    at("verdict").textContent = "Judging …";
    const first = tries === 0 && hints === 0;
    const found = await ask("tried", { move, kept: kept && tries === 0 && hints === 0 });
    tries += 1;
    last = move;
    if (found.accepted) accepted(found, first); else wrong(found);
  });
  buttons();
}

function accepted(found, first) {
  isDone = true;
  if (first) { streak += 1; right += 1; }
  const more = found.is_best ? "" : ` It is as good as ${found.best}.`;
  verdict(`Right: ${found.played}.${more} ${found.reason}`, "t-good");
}

function wrong(found) {
  streak = 0;
  verdict(`${found.played} gives up ${found.lost} (${found.severity}). Try again, or look at the solution.`, "t-bad");
}

function verdict(text, kind) {
  at("verdict").textContent = text;
  at("verdict").className = kind;
  at("count").textContent = `${number + 1} of ${exercises.length}; streak ${streak}`;
  document.body.dataset.tries = tries;
}

async function clue() {
  await guarded(async () => {
    hints += 1;
    const found = await ask("clue", { number: hints });
    const list = element("ol", "");
    list.append(...found.hints.map((hint) => element("li", hint)));
    at("solution").replaceChildren(element("h2", "Hints"), list);
  });
}

async function solution() {
  await guarded(async () => {
    const found = await ask("solution", { played: last, kept: kept && tries === 0 });
    isDone = true;
    streak = 0;
    board.redraw(found.drawn);
    at("solution").replaceChildren(element("h2", "Solution"), element("p", `Best: ${found.best}`),
      element("p", found.reason), ranking(found));
  });
  buttons();
}

function next() {
  if (number + 1 < exercises.length) {
    number += 1;
    show();
    return;
  }
  at("verdict").className = "";
  at("verdict").textContent = `That was all: ${right} of ${exercises.length} right at the first try.`;
  document.body.dataset.finished = "yes";
  document.querySelectorAll("[data-do]").forEach((button) => { button.hidden = true; });
}

function buttons() {
  const shown = { hint: !isDone, show: !isDone, skip: !isDone, next: isDone };
  document.querySelectorAll("[data-do]").forEach((button) => {
    button.hidden = !shown[button.dataset.do];
  });
}

async function guarded(work) {
  busy = true;
  try {
    await work();
  } catch (error) {
    verdict(error.message, "t-bad");
  } finally {
    busy = false;
  }
}

const doing = { hint: clue, show: solution, skip: next, next };
document.querySelectorAll("[data-do]").forEach((button) =>
  button.addEventListener("click", () => !busy && doing[button.dataset.do]()));
if (exercises.length) show();
