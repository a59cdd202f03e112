import { post, element } from "./talk.js";

const at = (id) => document.getElementById(id);

at("import").addEventListener("submit", async (event) => {
  event.preventDefault();
  at("trouble").textContent = "";
  at("told").replaceChildren();
  const files = [...at("files").files];
  const typed = at("text").value;
  if (typed.trim()) files.push({ name: "typed.jsonl", text: async () => typed });
  for (const [n, file] of files.entries()) {
    at("state").textContent = `Reading ${file.name} (${n + 1} of ${files.length}) …`;
    const box = element("section", "");
    box.append(element("h2", file.name));
    try {
      const told = await post("/api/v1/import", { name: file.name, text: await file.text() });
      const sheet = element("div", "");
      sheet.innerHTML = told.html;
      box.append(sheet);
    } catch (error) {
      box.append(element("p", error.message, { class: "t-bad", role: "alert" }));
    }
    at("told").append(box);
  }
  at("state").textContent = files.length ? "Done." : "Choose a file, or paste records.";
  document.body.dataset.state = "done";
});
