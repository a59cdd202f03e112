// Exercises: a position, a try, another try, a hint, the solution.
import { Board } from "./board.js";
import { post, element } from "./talk.js";

const at = (id) => document.getElementById(id);
const { exercises, kept } = JSON.parse(at("exercises").textContent);
let number = 0;
let tries = 0;
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
    const first = tries === 0;
    const found = await ask("tried", { move, kept: kept && first });
    tries += 1;
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

async function solution(full) {
  await guarded(async () => {
    const found = await ask("solution");
    if (full) {
      isDone = true;
      streak = 0;
      board.redraw(found.drawn);
      const list = element("ol", "");
      list.append(...found.options.map((o) => element("li", `${o.move}: ${o.value}`)));
      at("solution").replaceChildren(element("h2", "Solution"), element("p", `Best: ${found.best}`), list);
    } else {
      const first = found.options.slice(0, 3).map((o) => o.move).sort();
      at("solution").replaceChildren(element("p", `One of these: ${first.join("; ")}`));
    }
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

const doing = { hint: () => solution(false), show: () => solution(true), skip: next, next };
document.querySelectorAll("[data-do]").forEach((button) =>
  button.addEventListener("click", () => !busy && doing[button.dataset.do]()));
if (exercises.length) show();
