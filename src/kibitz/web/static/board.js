// A drawn position that can be played on: by a click, by keys, by a button, a dial or typing.
// The page gives the elements; `show` takes what can be played, `onPlay` what was chosen.
import { element, shape } from "./talk.js";

const phone = matchMedia("(max-width: 50rem) and (orientation: portrait)");

const FEW = 6;

export class Board {
  constructor(page, onPlay) {
    Object.assign(this, page); // board, plays, dials, picked, typed, move
    this.onPlay = onPlay;
    this.state = null;
    this.marks = [];
    phone.addEventListener("change", () => this.state && this.draw());
    this.board.addEventListener("click", (event) => this.chosen(event));
    this.board.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.chosen(event);
    });
    this.dragging();
    this.plays.addEventListener("click", (event) => {
      const button = event.target.closest("[data-play]");
      if (button) this.onPlay(button.dataset.play);
    });
    this.typed.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.move.value.trim();
      if (text) Promise.resolve(this.onPlay(text)).then(() => { this.move.value = ""; });
    });
  }

  // state: drawn {wide, tall}, plays, dials, active
  show(state) {
    this.state = state;
    this.marks = [];
    this.draw();
    this.drawPlays();
    this.drawDials();
  }

  redraw(drawn) {
    this.state = { ...this.state, drawn };
    this.draw();
  }

  draw() {
    const { drawn } = this.state;
    this.board.innerHTML = phone.matches ? drawn.tall : drawn.wide;
    this.marks = [];
    this.drawPicked();
    if (this.onDrawn) this.onDrawn();
  }

  drawPlays() {
    this.plays.replaceChildren(...this.state.plays.map(([move, text, picks]) => {
      const button = element("button", text, { type: "button" });
      button.dataset.play = move;
      button.dataset.picks = picks.join(" ");
      return button;
    }));
    this.place();
  }

  // Few plays that nothing on the board stands for (check, call, fold) come first, as large buttons.
  place() {
    this.details ||= this.plays.closest("details");
    const few = this.quick && this.state.plays.length <= FEW
      && !this.state.plays.some(([, , picks]) => picks.length) && !this.board.querySelector("[data-move]");
    const summary = this.details.querySelector("summary");
    summary.textContent = few ? "Another way" : "Moves you can make";
    if (few) this.quick.append(this.plays); else summary.after(this.plays);
    this.details.hidden = !this.state.plays.length && !this.state.dials.length;
  }

  drawDials() {
    this.dials.replaceChildren(...this.state.dials.map((dial) => this.dial(dial)));
  }

  dial(dial) {
    const box = element("div", "", { class: "dial", role: "group", "aria-label": dial.words });
    const range = { min: dial.least, max: dial.most, step: dial.step, value: dial.least };
    const slide = element("input", "", { type: "range", ...range, "aria-label": dial.words });
    const number = element("input", "", { type: "number", ...range, "aria-label": `${dial.words}: amount` });
    const go = element("button", dial.words, { type: "button" });
    const set = (amount) => { slide.value = amount; number.value = amount; };
    slide.addEventListener("input", () => { number.value = slide.value; });
    number.addEventListener("input", () => { slide.value = number.value; });
    go.addEventListener("click", () => this.onPlay(dial.form.replace("{}", number.value)));
    const stops = element("div", "", { class: "stops" });
    for (const [text, amount] of dial.stops) {
      const stop = element("button", `${text} (${amount})`, { type: "button" });
      stop.addEventListener("click", () => set(amount));
      stops.append(stop);
    }
    box.append(slide, number, go, stops);
    return box;
  }

  drawPicked() {
    for (const mark of this.board.querySelectorAll("[data-pick]")) {
      const isPicked = this.marks.includes(mark);
      mark.classList.toggle("picked-mark", isPicked);
      mark.setAttribute("aria-pressed", String(isPicked));
    }
    this.drawRings();
    this.picked.replaceChildren();
    if (!this.marks.length) return;
    for (const [move, words] of this.ready()) {
      const button = element("button", words, { type: "submit" });
      button.addEventListener("click", () => this.onPlay(move));
      this.picked.append(button);
    }
    const clear = element("button", "Clear", { type: "button" });
    clear.addEventListener("click", () => { this.marks = []; this.drawPicked(); });
    this.picked.append(clear);
  }

  // What is picked is framed above everything else; where a piece can go has a dot.
  drawRings() {
    const svg = this.board.querySelector("svg");
    svg?.querySelector(".rings")?.remove();
    if (!svg || !this.marks.length) return;
    const layer = shape("g", { class: "rings", "aria-hidden": "true" });
    for (const mark of this.marks) {
      const { x, y, width, height } = mark.getBBox();
      layer.append(shape("rect", { x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 4, class: "ring" }));
    }
    for (const mark of this.targets()) {
      const { x, y, width, height } = mark.getBBox();
      layer.append(shape("circle", { cx: x + width / 2, cy: y + height / 2, r: Math.min(width, height) / 6, class: "dot" }));
    }
    svg.append(layer);
  }

  // Marks that go with what is picked, unless nearly all do, as cards of a hand.
  targets() {
    const others = [...this.board.querySelectorAll("[data-pick]")].filter((mark) => !this.marks.includes(mark));
    const found = others.filter((mark) => this.leads([...this.marks, mark]));
    return 2 * found.length < others.length ? found : [];
  }

  // Plays made up of just what is picked: more than one where a pawn may become several pieces.
  ready() {
    const mine = this.marks.map((mark) => mark.dataset.pick).sort().join(" ");
    return this.state.plays.filter(([, , picks]) => picks.length && [...picks].sort().join(" ") === mine);
  }

  pick(mark) {
    const i = this.marks.indexOf(mark);
    if (i >= 0) this.marks.splice(i, 1); else this.marks.push(mark);
    const ready = this.ready();
    const bigger = this.state.plays.some(([, , picks]) => picks.length > this.marks.length);
    if (ready.length === 1 && !bigger) {
      this.picked.replaceChildren(); // what could be played before is played no more
      this.onPlay(ready[0][0]);
      return;
    }
    if (!ready.length && !this.leads()) this.marks = [mark];
    this.drawPicked();
  }

  // Whether some play has everything that is picked.
  leads(marks = this.marks) {
    const mine = marks.map((mark) => mark.dataset.pick);
    return this.state.plays.some(([, , picks]) => {
      const left = [...picks];
      return mine.every((part) => {
        const i = left.indexOf(part);
        if (i >= 0) left.splice(i, 1);
        return i >= 0;
      });
    });
  }

  chosen(event) {
    const mark = event.target.closest("[data-move],[data-pick]");
    if (!mark || !this.state || !this.state.active) return;
    if (mark.dataset.move !== undefined) this.onPlay(mark.dataset.move); else this.pick(mark);
  }

  // A piece dragged from one square to another is two squares picked.
  dragging() {
    let from = null;
    this.board.addEventListener("pointerdown", (event) => {
      from = event.target.closest("[data-pick]");
      if (from && from.hasPointerCapture && from.hasPointerCapture(event.pointerId)) from.releasePointerCapture(event.pointerId);
    });
    this.board.addEventListener("pointerup", (event) => {
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const to = under && under.closest("[data-pick]");
      if (from && to && to !== from && this.state && this.state.active && this.board.contains(to)) {
        this.marks = [from];
        if (this.leads()) this.pick(to); else this.marks = [];
        this.drawPicked();
      }
      from = null;
    });
  }
}
