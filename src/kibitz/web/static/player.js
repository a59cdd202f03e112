const at = (id) => document.getElementById(id);
const stream = new EventSource(`/api/v1/players/${encodeURIComponent(document.body.dataset.player)}`);

stream.addEventListener("part", (event) => {
  const told = JSON.parse(event.data);
  at("sheet").innerHTML = told.html;
  if (told.progress) at("state").textContent = told.progress.words || "judging …";
});
stream.addEventListener("done", () => { at("state").textContent = ""; document.body.dataset.state = "done"; stream.close(); });
stream.addEventListener("refused", (event) => { at("state").textContent = JSON.parse(event.data).sentence; document.body.dataset.state = "refused"; stream.close(); });
stream.addEventListener("error", () => stream.close());
