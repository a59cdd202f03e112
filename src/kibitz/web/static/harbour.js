// A fleet set up before play: ships are dragged over the board, turned by a click or R, moved by
// arrow keys. All of it is here until "Ready" sends it; what may lie where is for the server to say.
import { element, shape } from "./talk.js";

const LETTERS = "ABCDEFGHIJKLMNOP";
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TRIES = 200; // fleets drawn at random before one with a clash is shown

export class Harbour {
  constructor(board, panel, onReady) {
    this.board = board;
    this.panel = panel;
    this.said = element("p", "", { class: "help", role: "status" });
    this.ready = element("button", "Ready", { type: "submit" });
    const shuffle = element("button", "Shuffle", { type: "button" });
    const tools = element("p", "", { class: "tools" });
    const help = "Drag your ships where you want them. A click, a tap or R turns a ship; arrow keys move it.";
    tools.append(this.ready, shuffle);
    panel.append(element("p", help, { class: "help t-quiet" }), tools, this.said);
    shuffle.addEventListener("click", () => { this.shuffle(); this.drawn(); });
    this.ready.addEventListener("click", () => onReady(this.ships.map((ship) => this.place(ship)).join(" ")));
    this.key = "";
  }

  // What there is to set up, or null. An arrangement stays while the same has to be set up.
  show(harbour) {
    this.harbour = harbour;
    this.panel.hidden = !harbour;
    this.board.classList.toggle("placing", Boolean(harbour));
    const key = JSON.stringify(harbour);
    if (harbour && key !== this.key) this.shuffle();
    this.key = key;
  }

  shuffle() {
    for (let i = 0; i < TRIES; i += 1) {
      this.ships = this.harbour.pieces.map(([name, length]) => ({ name, length, col: 0, row: 0, down: false }));
      const stood = [];
      for (const ship of this.ships) {
        const free = this.places(ship).filter((place) => this.fits({ ...ship, ...place }, stood));
        if (free.length) Object.assign(ship, free[Math.floor(Math.random() * free.length)]);
        stood.push(ship);
      }
      if (!this.ships.some((ship) => this.clashes(ship))) return;
    }
  }

  places(ship) {
    const found = [];
    for (const down of [false, true]) {
      for (let row = 0; row < this.harbour.rows; row += 1) {
        for (let col = 0; col < this.harbour.cols; col += 1) {
          if ((down ? row : col) + ship.length <= (down ? this.harbour.rows : this.harbour.cols)) found.push({ col, row, down });
        }
      }
    }
    return found;
  }

  cells(ship) {
    return Array.from({ length: ship.length }, (_, i) => [ship.col + (ship.down ? 0 : i), ship.row + (ship.down ? i : 0)]);
  }

  fits(ship, others) {
    const gap = this.harbour.are_apart ? 1 : 0;
    const taken = this.harbour.taken.map((cell) => [LETTERS.indexOf(cell[0]), Number(cell.slice(1)) - 1]);
    const stood = [...taken, ...others.flatMap((other) => this.cells(other))];
    return this.cells(ship).every(([x, y]) => !stood.some(([a, b]) => Math.abs(a - x) <= gap && Math.abs(b - y) <= gap));
  }

  clashes(ship) {
    return !this.fits(ship, this.ships.filter((other) => other !== ship));
  }

  place(ship) {
    return `${LETTERS[ship.col]}${ship.row + 1}${ship.down ? "v" : "h"}`;
  }

  // Where the cells are drawn: from the marks that the drawing has on them.
  measure(svg) {
    const marks = [...svg.querySelectorAll("[data-pick]")].map((mark) => {
      const box = mark.getBBox();
      const cell = mark.dataset.pick;
      return { col: LETTERS.indexOf(cell[0]), row: Number(cell.slice(1)) - 1, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
    const [one] = marks;
    const pitches = marks.flatMap((mark) => [[mark.col - one.col, mark.x - one.x], [mark.row - one.row, mark.y - one.y]])
      .filter(([steps]) => steps).map(([steps, length]) => length / steps);
    this.pitch = Math.max(...pitches);
    this.left = one.x - one.col * this.pitch;
    this.top = one.y - one.row * this.pitch;
  }

  // Put the ships on a fresh drawing.
  drawn() {
    const svg = this.board.querySelector("svg");
    if (!this.harbour || !svg || !svg.querySelector("[data-pick]")) return;
    svg.querySelector(".fleet")?.remove();
    svg.querySelectorAll("[data-pick]").forEach((mark) => mark.setAttribute("tabindex", "-1"));
    this.measure(svg);
    const layer = shape("g", { class: "fleet" });
    for (const ship of this.ships) {
      ship.token = shape("g", { class: "token", role: "button", tabindex: "0", "data-ship": ship.name });
      ship.token.addEventListener("keydown", (event) => this.pressed(event, ship));
      this.draggable(ship, svg);
      layer.append(ship.token);
    }
    svg.append(layer);
    this.refresh();
  }

  refresh() {
    for (const ship of this.ships) {
      const side = this.pitch - 4;
      const [x, y] = [this.left + ship.col * this.pitch - side / 2, this.top + ship.row * this.pitch - side / 2];
      const long = (ship.length - 1) * this.pitch + side;
      const isBad = this.clashes(ship);
      ship.token.classList.toggle("clash", isBad);
      ship.token.setAttribute("aria-label", `${this.words(ship)}${isBad ? ", too close to another" : ""}`);
      ship.token.replaceChildren(
        shape("rect", { x, y, width: ship.down ? side : long, height: ship.down ? long : side, rx: side / 2.4, class: "hull" }),
        ...this.cells(ship).map(([col, row]) => shape("circle", { cx: this.left + col * this.pitch, cy: this.top + row * this.pitch, r: side * 0.16, class: "deck" })),
      );
    }
    this.ready.disabled = this.ships.some((ship) => this.clashes(ship));
  }

  words(ship) {
    return `${ship.name}, ${ship.length} cells, ${LETTERS[ship.col]}${ship.row + 1} ${ship.down ? "down" : "across"}`;
  }

  keep(ship) {
    const { rows, cols } = this.harbour;
    if (ship.length > (ship.down ? rows : cols)) ship.down = !ship.down;
    ship.col = Math.max(0, Math.min(ship.col, cols - (ship.down ? 1 : ship.length)));
    ship.row = Math.max(0, Math.min(ship.row, rows - (ship.down ? ship.length : 1)));
    this.refresh();
  }

  // Turn a ship about one of its cells.
  turn(ship, cell) {
    ship.col += ship.down ? -cell : cell;
    ship.row += ship.down ? cell : -cell;
    ship.down = !ship.down;
    this.keep(ship);
  }

  pressed(event, ship) {
    const step = STEPS[event.key];
    if (step) {
      ship.col += step[0];
      ship.row += step[1];
      this.keep(ship);
    } else if (["r", "R", "Enter", " "].includes(event.key)) {
      this.turn(ship, Math.floor(ship.length / 2));
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.said.textContent = ship.token.getAttribute("aria-label");
  }

  draggable(ship, svg) {
    const { token } = ship;
    const cellAt = (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return [(at.x - this.left) / this.pitch, (at.y - this.top) / this.pitch];
    };
    let held = null;
    token.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      token.setPointerCapture(event.pointerId);
      const [x, y] = cellAt(event);
      held = { dx: x - ship.col, dy: y - ship.row, x: event.clientX, y: event.clientY, moved: false };
      token.classList.add("held");
    });
    token.addEventListener("pointermove", (event) => {
      if (!held) return;
      held.moved ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > 6;
      if (!held.moved) return;
      const [x, y] = cellAt(event);
      ship.col = Math.round(x - held.dx);
      ship.row = Math.round(y - held.dy);
      this.keep(ship);
    });
    token.addEventListener("pointerup", () => {
      if (held && !held.moved) this.turn(ship, Math.max(0, Math.round(ship.down ? held.dy : held.dx)));
      held = null;
      token.classList.remove("held");
    });
    token.addEventListener("pointercancel", () => { held = null; token.classList.remove("held"); });
  }
}
