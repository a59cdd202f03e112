// A question: its form, its answer improving, and an address for every state.
import { element } from "./talk.js";
import { pickers } from "./pick.js";

const { verb, path } = document.body.dataset;
const at = (id) => document.getElementById(id);
const form = at("question");
let stream = null;

function fields() {
  const said = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value.trim() !== "") said.append(name, value.trim());
  return said;
}

function state(name) {
  document.body.dataset.state = name;
  at("running").hidden = name !== "asking";
  at("stop").hidden = name !== "asking";
  at("answer").setAttribute("aria-busy", String(name === "asking"));
}

function fault(sentence, name) {
  at("trouble").textContent = sentence;
  form.querySelectorAll("[aria-invalid]").forEach((field) => field.removeAttribute("aria-invalid"));
  const field = name && form.querySelector(`[name="${CSS.escape(name)}"]`);
  if (!field) return;
  field.setAttribute("aria-invalid", "true");
  const folded = field.closest("details");
  if (folded) folded.open = true;
  field.focus();
}

function progress(told) {
  const bar = at("bar");
  if (told && told.total) {
    bar.max = told.total;
    bar.value = Math.min(told.done, told.total);
  } else {
    bar.removeAttribute("value");
  }
  at("far").textContent = told ? told.words || "" : "";
}

function stop() {
  if (stream) stream.close();
  stream = null;
}

function ask(said) {
  stop();
  fault("", "");
  at("answer").replaceChildren();
  at("json").hidden = true;
  at("news").textContent = "";
  progress(null);
  at("far").textContent = "at work …";
  state("asking");
  stream = new EventSource(`/api/v1/stream/${verb}?${said}`);
  stream.addEventListener("part", (event) => {
    const part = JSON.parse(event.data);
    const isFirst = !at("answer").hasChildNodes();
    at("answer").innerHTML = part.html;
    if (isFirst && at("answer").getBoundingClientRect().top > 0.8 * innerHeight) at("answer").scrollIntoView();
    progress(part.progress);
  });
  stream.addEventListener("done", () => { end("answered", said); });
  stream.addEventListener("refused", (event) => {
    const { sentence, field } = JSON.parse(event.data);
    end("refused", said);
    fault(sentence, field);
  });
  stream.onerror = () => {
    if (!stream) return;
    end("refused", said);
    fault("the server does not answer any more", "");
  };
}

function end(name, said) {
  stop();
  state(name);
  const link = at("json").querySelector("a");
  link.href = `/api/v1/ask/${verb}?${said}`;
  at("json").hidden = name !== "answered";
  at("news").textContent = name === "answered" ? "The answer is there." : "";
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const said = fields();
  const address = `${path}?${said}`;
  if (address !== location.pathname + location.search) history.pushState(null, "", address);
  shown = location.search;
  ask(said);
});
at("stop").addEventListener("click", () => { end("answered", fields()); at("news").textContent = "Stopped."; });

// Back and forward: the form as the address says, and its answer.
let shown = location.search;
addEventListener("popstate", () => { if (location.search !== shown) location.reload(); });
addEventListener("pagehide", stop);

function moreRows() {
  for (const set of form.querySelectorAll("fieldset")) {
    const button = element("button", "Add one", { type: "button" });
    button.addEventListener("click", () => {
      const rows = set.querySelectorAll(".row");
      const row = rows[rows.length - 1].cloneNode(true);
      row.querySelectorAll("button").forEach((other) => other.remove());
      const input = row.querySelector("input");
      delete input.dataset.picked;
      input.value = "";
      input.id = input.id.replace(/\d+$/, String(rows.length + 1));
      input.setAttribute("aria-label", input.getAttribute("aria-label").replace(/\d+$/, String(rows.length + 1)));
      button.before(row);
      pickers(set);
      input.focus();
    });
    set.append(button);
  }
}

moreRows();
pickers(form);
if (document.body.dataset.live) ask(new URLSearchParams(location.search));
