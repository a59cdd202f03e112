// The 13 x 13 square of hands: painted by click, drag or key; the server writes the text.
import { element } from "./talk.js";
import { fetched, roving, settled, write } from "./pick.js";

const RANKS = "AKQJT98765432";
const PRESETS = ["5%", "10%", "20%", "30%", "50%"];

function handName(row, column) {
  const [high, low] = [RANKS[Math.min(row, column)], RANKS[Math.max(row, column)]];
  return row === column ? high + low : high + low + (column > row ? "s" : "o");
}

export function range(input, panel) {
  const square = element("div", "", { class: "range", role: "group", "aria-label": "Square of hands" });
  const shares = new Map();
  let text = null;
  for (let row = 0; row < 13; row += 1) for (let column = 0; column < 13; column += 1) {
    const name = handName(row, column);
    const button = element("button", "", { type: "button", "aria-pressed": "false", "data-hand": name,
      class: row === column ? "pair" : "" });
    button.append(element("span", name));
    square.append(button);
  }
  const weight = element("select", "", { "aria-label": "How often" });
  for (const share of ["1", "0.75", "0.5", "0.25"]) weight.append(element("option", `${100 * share} %`, { value: share }));
  const tools = element("div", "", { class: "presets", role: "group", "aria-label": "Ready-made ranges" });
  for (const preset of PRESETS) {
    const button = element("button", `Top ${preset.replace("%", " %")}`, { type: "button" });
    button.addEventListener("click", () => { write(input, preset); follow(); });
    tools.append(button);
  }
  const clear = element("button", "Clear", { type: "button" });
  clear.addEventListener("click", () => { shares.clear(); draw(); write(input, ""); });
  tools.append(clear, element("span", "Paint"), weight);
  const told = element("p", "", { class: "help t-quiet", role: "status" });
  panel.append(square, tools, told);
  roving(square, "button", () => 13);

  function draw() {
    for (const button of square.children) {
      const share = shares.get(button.dataset.hand) || 0;
      button.setAttribute("aria-pressed", share > 0 ? "true" : "false");
      button.classList.toggle("part", share > 0 && share < 1);
      const words = button.dataset.hand + (share > 0 && share < 1 ? `, ${Math.round(100 * share)} %` : "");
      button.setAttribute("aria-label", words);
      const number = share > 0 && share < 1 ? element("small", String(Math.round(100 * share))) : null;
      button.replaceChildren(element("span", button.dataset.hand), ...(number ? [number] : []));
    }
  }

  async function follow() {
    text = input.value.trim();
    if (!text) { shares.clear(); draw(); told.textContent = ""; return; }
    try {
      const asked = text;
      const seen = await fetched("/api/v1/edit/range", { text });
      if (asked !== input.value.trim()) return;
      shares.clear();
      Object.entries(seen.classes).forEach(([name, share]) => shares.set(name, share));
      told.textContent = `${+seen.weight.toFixed(1)} of 1,326 hands, ${(100 * seen.share).toFixed(1)} %`;
      draw();
    } catch (error) {
      told.textContent = error.message;
    }
  }

  // The text as the server writes it: AA,KK,QQ becomes QQ+.
  async function send() {
    const items = [...shares].map(([name, share]) => (share === 1 ? name : `${name}:${share}`));
    if (!items.length) { write(input, ""); told.textContent = ""; return; }
    const plain = items.join(",");
    input.value = plain;
    const seen = await fetched("/api/v1/edit/range", { text: plain }).catch(() => null);
    if (!seen || input.value !== plain) return;
    write(input, seen.range);
    told.textContent = `${+seen.weight.toFixed(1)} of 1,326 hands, ${(100 * seen.share).toFixed(1)} %`;
  }

  let painting = null;
  const paint = (name) => {
    if (painting === 0) shares.delete(name); else shares.set(name, painting);
    draw();
  };
  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-hand]");
  square.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-hand]");
    if (!button || event.button > 0) return;
    painting = shares.get(button.dataset.hand) === Number(weight.value) ? 0 : Number(weight.value);
    if (event.pointerType !== "touch") paint(button.dataset.hand);
  });
  square.addEventListener("pointermove", (event) => {
    if (painting === null || !event.buttons) return;
    const button = under(event);
    if (button && square.contains(button) && (shares.get(button.dataset.hand) || 0) !== painting) paint(button.dataset.hand);
  });
  const end = () => { if (painting !== null) { painting = null; send(); } };
  addEventListener("pointerup", (event) => {
    if (painting !== null && event.pointerType === "touch") {
      const button = under(event);
      if (button && square.contains(button) && (shares.get(button.dataset.hand) || 0) !== painting) paint(button.dataset.hand);
    }
    end();
  });
  addEventListener("pointercancel", () => { painting = null; });
  square.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const button = event.target.closest("[data-hand]");
    if (!button) return;
    event.preventDefault();
    painting = shares.get(button.dataset.hand) === Number(weight.value) ? 0 : Number(weight.value);
    paint(button.dataset.hand);
    end();
  });
  settled(input, () => { if (input.value.trim() !== text) follow(); });
  follow();
  return follow;
}
