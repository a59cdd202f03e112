// One stream of news for all tabs of a browser: tabs say which topics they want, the stream is of
// all of them, and each event goes to the tabs that asked for its topic. A browser allows six
// connections to one server, so the seventh tab with a stream of its own would hang.
const MOST = 32; // topics of one stream, as the server takes
const ports = new Map(); // of tabs: the topics that each wants
const newest = new Map(); // of topics: the last event, for a tab that comes later
const KINDS = ["table", "work", "review"];
let stream = null;
let open = ""; // the topics of the stream

const wanted = () => [...new Set([...ports.values()].flat())].sort();
const isOf = (id, topic) => id === topic || id.startsWith(`${topic}:`);

function told(kind, event) {
  const message = { kind, text: event.data };
  newest.set(event.lastEventId, message);
  for (const [port, topics] of ports) {
    if (topics.some((topic) => isOf(event.lastEventId, topic))) port.postMessage(message);
  }
}

// Every tab listens for itself, as where there is no worker.
function give() {
  for (const port of ports.keys()) port.postMessage({ failed: true });
  ports.clear();
  renew();
}

function renew() {
  const topics = wanted();
  if (topics.join(" ") === open) return;
  open = topics.join(" ");
  if (stream) stream.close();
  stream = null;
  for (const id of newest.keys()) if (!topics.some((topic) => isOf(id, topic))) newest.delete(id);
  if (!topics.length) return;
  stream = new EventSource(`/api/v1/events?${topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join("&")}`);
  for (const kind of KINDS) stream.addEventListener(kind, (event) => told(kind, event));
  stream.addEventListener("error", () => { if (stream && stream.readyState === EventSource.CLOSED) give(); });
}

onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data.leave) {
      ports.delete(port);
      port.close();
    } else if (new Set([...wanted(), ...data.topics]).size > MOST) {
      port.postMessage({ failed: true });
      return;
    } else {
      ports.set(port, data.topics);
      for (const [id, message] of newest) if (data.topics.some((topic) => isOf(id, topic))) port.postMessage(message);
    }
    renew();
  };
};
