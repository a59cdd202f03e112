import { element } from "./talk.js";

const reply = await fetch("/api/v1/agenda");
const { due } = reply.ok ? await reply.json() : { due: {} };
const box = document.getElementById("due");
for (const [game, count] of Object.entries(due)) {
  const link = element("a", "", { class: "card", href: `/drill/${encodeURIComponent(game)}` });
  link.append(element("strong", game), element("span", `${count} due`));
  const item = element("li", "");
  item.append(link);
  box.querySelector("ul").append(item);
}
box.hidden = !Object.keys(due).length;
