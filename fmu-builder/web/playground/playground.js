"use strict";
// The playground: a text, its problems, and the model that runs.

/** Milliseconds after the last key until the model is opened. */
const QUIET = 150;
/** Most characters of a model that a link carries. */
const LARGEST_LINK = 400000;

const encoder = new TextEncoder(), decoder = new TextDecoder();
/** Places in UTF-16 and in UTF-8. */
const toBytes = (text, at) => encoder.encode(text.slice(0, at)).length;
const fromBytes = (text, at) => decoder.decode(encoder.encode(text).subarray(0, at)).length;

const bytesOf = coded => {
  const text = atob(coded.trim()), bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  return bytes;
};

const base64 = bytes => {
  let text = "";
  for (let k = 0; k < bytes.length; k += 8192) text += String.fromCharCode(...bytes.subarray(k, k + 8192));
  return btoa(text);
};

/** A text of the page; a playground in a folder has it in a file. */
const part = async (id, file) => byId(id).textContent || (await fetched(file)).text();

async function fetched(file) {
  const response = await fetch(file).catch(() => { throw new Error(`${file} cannot be fetched: a server has to serve this folder; playground.html needs none`); });
  if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  return response;
}

/** A model as the fragment of a link, and back. */
const links = {
  async write(model) {
    const stream = new Blob([JSON.stringify(model)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  },
  async read(coded) {
    const bytes = bytesOf(coded.replaceAll("-", "+").replaceAll("_", "/"));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    let text = "";
    const parts = new TextDecoder();
    for (let piece; !(piece = await reader.read()).done;) {
      text += parts.decode(piece.value, { stream: true });
      if (text.length > LARGEST_LINK) { reader.cancel(); throw new Error("the link holds too much"); }
    }
    const { name, text: model } = JSON.parse(text);
    if (typeof name !== "string" || typeof model !== "string") throw new Error("the link holds no model");
    return { name, text: model };
  },
};

class Playground {
  constructor(page, examples) {
    Object.assign(this, { page, examples, link: page.link });
    this.editor = Editor.editor(byId("editor"), document.currentScript?.nonce ?? NONCE, {
      changed: () => this.later(), moved: () => this.describe(),
      complete: (text, at) => this.complete(text, at), hover: (text, at) => this.hover(text, at),
    });
    byId("example").append(new Option("choose", ""), ...examples.filter(example => !example.name.includes("/")).map(example => new Option(example.name, example.name)));
    byId("example").addEventListener("change", () => this.choose(byId("example").value));
    byId("name").addEventListener("change", () => { this.editor.open(byId("name").value, this.editor.text); });
    const on = (id, act) => byId(id).addEventListener("click", () => page.attempt(act));
    on("share", () => this.share());
    on("fmu", async () => { await this.equip(); download(`${page.opened.name}.fmu`, await this.link.file("fmu"), "application/zip"); });
    on("mo", async () => download(`${page.opened.name}.mo`, await this.link.file("mo"), "text/plain"));
    on("text", async () => download(this.name, this.editor.text, "text/plain"));
    on("html", async () => download(`${page.opened.name}.html`, await this.livePage(), "text/html"));
    document.addEventListener("dragover", event => event.preventDefault());
    document.addEventListener("drop", event => this.drop(event));
  }

  get name() { return byId("name").value.trim() || "model.toml"; }

  choose(name) {
    const example = this.examples.find(example => example.name === name);
    if (example) this.load(example);
  }

  load({ name, text }) {
    byId("name").value = name;
    this.fresh = true;
    this.editor.open(name, text);
  }

  async drop(event) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    this.load({ name: file.name, text: await file.text() });
  }

  later() {
    clearTimeout(this.timer);
    document.body.dataset.model = "waiting";
    this.timer = setTimeout(() => this.update(), QUIET);
    this.version = (this.version || 0) + 1;
  }

  /** Opens the text; one that has come meanwhile is opened after it. */
  async update() {
    clearTimeout(this.timer);
    if (this.busy) { this.again = true; return; }
    this.busy = true;
    const { version } = this;
    let model = "refused";
    const begin = performance.now(), { name } = this, { text } = this.editor, plays = this.page.plays;
    try { localStorage.setItem("model", JSON.stringify({ name, text })); } catch { /* A page without storage keeps nothing. */ }
    try {
      const opened = await this.page.open(name, text, !this.fresh);
      this.problems(opened.diagnostics);
      if (opened.ok) {
        model = "running"; this.fresh = false; byId("told").textContent = ""; }
      // A text that is refused leaves the last model as it was.
      if (plays && this.page.opened) await this.link.ask("play", { on: true });
    } catch (error) {
      this.page.message(error.message);
    }
    // A newer text waits otherwise.
    if (version === this.version) document.body.dataset.model = model;
    document.body.dataset.took = Math.round(performance.now() - begin);
    this.busy = false;
    if (this.again) { this.again = false; this.update(); }
  }

  problems(list) {
    this.editor.mark(list.filter(problem => problem.file === this.name));
    byId("problems").replaceChildren(...list.slice(0, 100).map(problem => {
      const place = problem.line ? `${problem.line}:${problem.column} ` : "";
      const item = element("li", { className: problem.severity, textContent: `${place}${problem.message}${problem.help ? `\n${problem.help}` : ""}` });
      if (problem.line) item.addEventListener("click", () => this.editor.show(problem.line, problem.column));
      return item;
    }));
  }

  ask(request) { return this.link.ask("ask", { request }).then(({ answer }) => answer); }

  async complete(text, at) {
    const { from, options } = await this.ask({ do: "complete", name: this.name, text, at: toBytes(text, at) });
    return { from: fromBytes(text, from), options: options.map(option => ({ ...option, detail: option.detail?.slice(0, 90) })) };
  }

  async hover(text, at) {
    const about = await this.ask({ do: "class", name: this.name, text, at: toBytes(text, at) });
    return about && element("div", { className: "tip" }, element("strong", { textContent: about.name }), element("div", { textContent: about.description }));
  }

  /** The documentation of the class at the cursor. */
  describe() {
    clearTimeout(this.slow);
    this.slow = setTimeout(async () => {
      const { text, cursor } = this.editor, about = await this.ask({ do: "class", name: this.name, text, at: toBytes(text, cursor) }).catch(() => null);
      if (!about) return;
      const table = ({ title, header, rows }) => element("div", {}, element("h4", { textContent: title }), element("table", {},
        element("tr", {}, ...header.map(cell => element("th", { textContent: cell }))),
        ...rows.map(row => element("tr", {}, ...row.map(cell => element("td", { textContent: cell }))))));
      byId("class").replaceChildren(element("strong", { textContent: about.name }), element("p", { textContent: about.description }), element("p", { textContent: about.text }), ...about.tables.map(table));
    }, 250);
  }

  /** Gives the worker the runtime libraries of an FMU: large files that a visit mostly does not need. */
  async equip() {
    if (this.link.equipped) return;
    for (const { header, archive } of JSON.parse(await part("runtimes", "runtimes.json"))) await this.link.ask("runtime", { header, archive: bytesOf(archive) });
    this.link.equipped = true;
  }

  async share() {
    const { text } = this.editor;
    if (text.length > LARGEST_LINK) throw new Error("the model is too large for a link: send the file");
    location.hash = `m=${await links.write({ name: this.name, text })}`;
    byId("told").textContent = "The address of this page now has the model in it.";
    await navigator.clipboard?.writeText(location.href).catch(() => {});
  }

  /** The page of this model alone. */
  async livePage() {
    const text = decoder.decode(await this.link.file("model"));
    const source = JSON.stringify({ name: "model.json", text, shapes: [] }).replaceAll("<", "\\u003c");
    const script = id => byId(`${id}-script`).textContent.trim();
    const fields = { source, title: "", worker: byId("worker").textContent, wasm: byId("wasm").textContent || base64(this.link.packed),
      viewer: script("viewer"), stage: script("stage"), link: script("link"), live: script("live") };
    return byId("template").textContent.replaceAll("&lt;", "<").replaceAll("&amp;", "&").replace(/\{\{(\w+)\}\}/g, (_, name) => fields[name] ?? "");
  }
}

const NONCE = document.currentScript.nonce;

(async () => {
  try {
    const examples = JSON.parse(byId("examples").textContent), coded = byId("wasm").textContent;
    const packed = coded ? bytesOf(coded) : new Uint8Array(await (await fetched("fmu_web.wasm.gz")).arrayBuffer());
    const link = new Link(byId("worker").textContent, packed, () => {}, () => {});
    link.prepare = async () => {
      link.equipped = false;
      for (const { name, text } of examples.filter(example => example.name.includes("/"))) await link.ask("file", { name, text });
    };
    await link.start();
    const page = window.page = new LivePage(link), playground = window.playground = new Playground(page, examples);
    const shared = new URLSearchParams(location.hash.slice(1)).get("m");
    let model = null;
    if (shared) model = await links.read(shared).catch(error => { page.message(`The link cannot be read: ${error.message}`); return null; });
    const example = new URLSearchParams(location.hash.slice(1)).get("e");
    model ||= examples.find(({ name }) => name === example);
    try { model ||= JSON.parse(localStorage.getItem("model")); } catch { /* See above. */ }
    playground.load(model?.name && model?.text !== undefined ? model : examples.find(example => example.name === "four_bar.toml"));
    await playground.update();
    document.body.dataset.ready = Math.round(performance.now());
    document.body.dataset.state = "ready";
  } catch (error) {
    document.body.dataset.state = "failed";
    Object.assign(byId("message"), { textContent: error.message, hidden: false });
  }
})();
