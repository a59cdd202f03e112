// How a page talks to the server: JSON there and back, errors as one sentence.
export async function post(address, body) {
  const reply = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
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
