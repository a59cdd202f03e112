// Who computes, looked at again while the page can be seen.
import { element } from "./talk.js";

const at = (id) => document.getElementById(id);
const LOW = [0, 5, 6]; // columns that a phone has no room for
const GAP = 2000; // milliseconds between two looks

function since(seconds) {
  if (seconds === null) return "";
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

function row(one) {
  const made = element("tr", "");
  const doing = one.doing || (one.process ? "waits" : "not needed yet");
  const own = one.workers ? `, ${one.workers} of its own` : "";
  const cells = [one.place, one.duty, doing, since(one.busy_seconds ?? one.up_seconds),
    one.megabytes ? `${Math.round(one.megabytes)} MB` : "", String(one.done), `${one.process || ""}${own}`];
  made.append(...cells.map((text, i) => (i === 1 ? element("th", text, { scope: "row" }) : element("td", text, LOW.includes(i) ? { class: "k-low" } : {}))));
  return made;
}

async function look() {
  if (!document.hidden) {
    const found = await fetch("/api/v1/workers").then((reply) => reply.json()).catch(() => null);
    if (found) {
      at("workers").replaceChildren(...found.workers.map(row));
      at("state").textContent = `${found.waiting} waiting, ${found.cores} cores`;
      document.body.dataset.state = "looked";
    }
  }
  setTimeout(look, GAP);
}

look();
