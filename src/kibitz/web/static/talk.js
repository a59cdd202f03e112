// How a page talks to the server: JSON there and back, errors as one sentence, news by a stream.
export async function post(address, body) {
  let reply;
  try {
    reply = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Error("The server does not answer. Is kibitz web still running?");
  }
  const told = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Error(told.error || `the server answered ${reply.status}`);
  return told;
}

// An element of a drawing.
export function shape(name, more = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(more)) made.setAttribute(key, value);
  return made;
}

export function element(name, text, more = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(more)) made.setAttribute(key, value);
  return made;
}

// The best options as a table: each with what it is worth and what it gives up.
export function ranking({ options, unit }) {
  const row = (kind, [words, worth, lost]) => {
    const made = element("tr", "");
    made.append(element("th", words, { scope: kind === "th" ? "col" : "row" }),
      element(kind, worth, { class: "number" }), element(kind, lost, { class: "number" }));
    return made;
  };
  const [head, body, table] = ["thead", "tbody", "table"].map((name) => element(name, ""));
  head.append(row("th", ["option", unit, "gives up"]));
  body.append(...options.map((option) => row("td", option)));
  table.className = "ranking";
  table.append(head, body);
  return table;
}

// News of some topics while the page can be seen, by the stream that all tabs share; a stream of
// its own where the browser has no shared workers. Returns what ends it.
export function listen(topics, on) {
  let stop = null;
  const hear = (kind, text) => { if (on[kind]) on[kind](JSON.parse(text)); };
  const alone = () => { stop = ownStream(topics, Object.keys(on), hear); };
  const open = () => {
    if (stop || document.hidden) return;
    if ("SharedWorker" in window) stop = sharedStream(topics, hear, alone); else alone();
  };
  const close = () => { if (stop) stop(); stop = null; };
  const look = () => (document.hidden ? close() : open());
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", close);
  addEventListener("pageshow", look);
  open();
  return () => {
    document.removeEventListener("visibilitychange", look);
    removeEventListener("pagehide", close);
    removeEventListener("pageshow", look);
    close();
  };
}

function ownStream(topics, kinds, hear) {
  document.body.dataset.stream = "own";
  const stream = new EventSource(`/api/v1/events?${topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join("&")}`);
  for (const kind of kinds) stream.addEventListener(kind, (event) => hear(kind, event.data));
  return () => stream.close();
}

function sharedStream(topics, hear, alone) {
  document.body.dataset.stream = "shared";
  const worker = new SharedWorker("/static/hub.js");
  const { port } = worker;
  let isOpen = true;
  const end = () => { isOpen = false; port.postMessage({ leave: true }); };
  const fail = () => { if (isOpen) { isOpen = false; alone(); } };
  worker.addEventListener("error", fail);
  port.onmessage = ({ data }) => { if (isOpen) { if (data.failed) fail(); else hear(data.kind, data.text); } };
  port.postMessage({ topics });
  return end;
}
