(() => {
  "use strict";
  const steps = [...document.querySelectorAll(".decision")];
  if (!steps.length) return;
  document.documentElement.classList.add("js");
  let current = 0;
  const links = new Map(
    [...document.querySelectorAll(".list a")].map((a) => [a.getAttribute("href"), a]));
  // Graphs: where the axis begins and ends, drawn and in numbers of moves.
  const graphs = [...document.querySelectorAll(".graph svg")].filter((svg) => svg.querySelector("[data-plot]")).map((svg) => {
    const [left, right, low, high] = svg.querySelector("[data-plot]").dataset.plot.split(" ").map(Number);
    return { svg, left, right, low, high };
  });
  const point = (number) => graphs.forEach(({ svg, left, right, low, high }) => {
    const x = left + (right - left) * (number - low) / ((high - low) || 1);
    let now = svg.querySelector(".now");
    if (!now) {
      now = document.createElementNS("http://www.w3.org/2000/svg", "line");
      now.setAttribute("class", "now");
      svg.append(now);
    }
    const { height } = svg.viewBox.baseVal;
    Object.entries({ x1: x, x2: x, y1: height - 280, y2: height - 42, visibility: number < low || number > high ? "hidden" : "visible" })
      .forEach(([name, value]) => now.setAttribute(name, value));
  });
  const go = (index, focus, isFirst) => {
    current = Math.max(0, Math.min(steps.length - 1, index));
    steps.forEach((step, i) => step.classList.toggle("current", i === current));
    links.forEach((a) => a.removeAttribute("aria-current"));
    const link = links.get("#" + steps[current].id);
    if (link) {
      link.setAttribute("aria-current", "true");
      link.closest("details").open = true;
      const list = link.closest(".list");
      list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
    point(Number(steps[current].id.slice(1)));
    if (!isFirst) history.replaceState(null, "", "#" + steps[current].id);
    if (focus) steps[current].focus({ preventScroll: true });
  };
  const from = (hash) => steps.findIndex((step) => "#" + step.id === hash);
  const worst = document.querySelector(".worst a");
  addEventListener("hashchange", () => { const i = from(location.hash); if (i >= 0) go(i, true); });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const keys = { ArrowRight: current + 1, ArrowDown: current + 1, ArrowLeft: current - 1,
      ArrowUp: current - 1, Home: 0, End: steps.length - 1,
      w: worst ? from(worst.getAttribute("href")) : current };
    if (!(event.key in keys)) return;
    event.preventDefault();
    go(keys[event.key], true);
  });
  document.querySelectorAll("[data-step]").forEach((button) =>
    button.addEventListener("click", () => go(current + Number(button.dataset.step), false)));
  document.querySelectorAll('a[href^="#d"]').forEach((a) =>
    a.addEventListener("click", (event) => {
      const i = from(a.getAttribute("href"));
      if (i < 0) return;
      event.preventDefault();
      go(i, false);
      document.querySelector(".story").scrollIntoView({ block: "start" });
    }));
  graphs.forEach(({ svg, left, right, low, high }) => svg.addEventListener("click", (event) => {
    if (event.target.closest("a")) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const number = low + (high - low) * (at.x - left) / (right - left);
    const far = (step) => Math.abs(Number(step.id.slice(1)) - number);
    go(steps.reduce((best, step, i) => (far(step) < far(steps[best]) ? i : best), 0), false);
  }));
  const asked = from(location.hash);
  go(asked >= 0 ? asked : worst ? from(worst.getAttribute("href")) : 0, false, true);
})();
