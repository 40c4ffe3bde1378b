"use strict";
// A page with one model.

(async () => {
  try {
    const given = JSON.parse(byId("source").textContent);
    const coded = atob(byId("wasm").textContent.trim()), packed = new Uint8Array(coded.length);
    for (let k = 0; k < coded.length; k++) packed[k] = coded.charCodeAt(k);
    const link = new Link(byId("worker").textContent, packed, () => {}, () => {});
    await link.start();
    const page = window.page = new LivePage(link);
    const opened = await page.open(given.name, given.text, false, given.shapes);
    if (!opened.ok) throw new Error(opened.diagnostics.map(problem => problem.message).join("\n"));
    document.body.dataset.ready = Math.round(performance.now());
    document.body.dataset.state = "ready";
  } catch (error) {
    document.body.dataset.state = "failed";
    Object.assign(byId("message"), { textContent: `The model cannot be run: ${error.message}`, hidden: false });
  }
})();
