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

export function element(name, text, more = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(more)) made.setAttribute(key, value);
  return made;
}

// News of some topics while the page can be seen: browsers allow few streams to one server,
// so a hidden tab gives its own back. Returns what ends it.
export function listen(topics, on) {
  const address = `/api/v1/events?${topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join("&")}`;
  let stream = null;
  const open = () => {
    if (stream || document.hidden) return;
    stream = new EventSource(address);
    for (const [kind, told] of Object.entries(on)) {
      stream.addEventListener(kind, (event) => told(JSON.parse(event.data)));
    }
  };
  const close = () => { if (stream) stream.close(); stream = null; };
  const look = () => (document.hidden ? close() : open());
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", close);
  addEventListener("pageshow", look);
  open();
  return () => {
    document.removeEventListener("visibilitychange", look);
    close();
  };
}
