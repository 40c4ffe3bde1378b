"use strict";
// A page that follows the files of its model.

(async () => {
  try {
    const coded = atob(byId("wasm").textContent.trim()), packed = new Uint8Array(coded.length);
    for (let k = 0; k < coded.length; k++) packed[k] = coded.charCodeAt(k);
    const link = new Link(byId("worker").textContent, packed, () => {}, () => {});
    await link.start();
    const page = window.page = new LivePage(link);
    let waiting = null, busy = false;
    const follow = async () => {
      if (busy) return;
      busy = true;
      for (let state; (state = waiting);) {
        waiting = null;
        // A fault stands over the last picture, which stays.
        if (state.problems) { page.message(state.problems.join("\n\n")); document.body.dataset.model = "refused"; continue; }
        const plays = page.plays;
        await page.attempt(async () => {
          const opened = await page.open(state.name, state.text, !!page.opened, state.shapes);
          if (!opened.ok) throw new Error(opened.diagnostics.map(problem => problem.message).join("\n"));
          if (plays) await link.ask("play", { on: true });
          document.body.dataset.model = "running";
        });
        document.body.dataset.state = "ready";
      }
      busy = false;
    };
    const events = new EventSource("/events");
    events.onmessage = ({ data }) => { waiting = JSON.parse(data); follow(); };
    events.onerror = () => page.message("fmu-builder preview has ended; the model still runs.");
  } catch (error) {
    document.body.dataset.state = "failed";
    Object.assign(byId("message"), { textContent: error.message, hidden: false });
  }
})();
