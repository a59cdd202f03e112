(() => {
  "use strict";
  const steps = [...document.querySelectorAll(".decision")];
  if (!steps.length) return;
  document.documentElement.classList.add("js");
  let current = 0;
  const links = new Map(
    [...document.querySelectorAll(".list a")].map((a) => [a.getAttribute("href"), a]));
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
  const asked = from(location.hash);
  go(asked >= 0 ? asked : worst ? from(worst.getAttribute("href")) : 0, false, true);
})();
