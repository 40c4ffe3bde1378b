"use strict";
// The page in which a model runs: controls for its variables, dragging, curves that scroll, recording.

/** Rows of the curves that are kept. */
const KEPT = 6000;
/** Milliseconds between numbers that are shown while the model runs. */
const READ = 100;

/** Offers bytes as a file. */
function download(name, bytes, type) {
  const link = Object.assign(document.createElement("a"), { download: name, href: URL.createObjectURL(new Blob([bytes], { type })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

/** Curves that scroll along. */
class Scroll extends Plot {
  constructor(canvas) {
    super(canvas, [0], []);
    this.span = 10;
  }

  /** Begins with curves of these names and units. */
  begin(curves) {
    this.times = [];
    this.curves = curves.map(curve => ({ ...curve, values: [] }));
  }

  clear() { this.times = []; this.curves.forEach(curve => { curve.values = []; }); }

  row(time, values) {
    // Going back in time begins anew.
    if (time < this.times[this.times.length - 1]) this.clear();
    if (time === this.times[this.times.length - 1]) return;
    this.times.push(time);
    this.curves.forEach((curve, k) => curve.values.push(values[k]));
    const extra = Math.max(this.times.length - KEPT, this.times.findIndex(t => t >= time - this.span));
    if (extra > 0) { this.times.splice(0, extra); this.curves.forEach(curve => curve.values.splice(0, extra)); }
  }

  draw(now) {
    if (this.times.length === 0) { this.times = [now]; super.draw(now); this.times = []; } else super.draw(now);
  }
}

class LivePage extends Stage {
  constructor(link) {
    super();
    Object.assign(this, { link, names: false, plot: new Scroll(byId("plot")), outputs: [], fields: new Map(), tilted: [0, 0] });
    link.heard = message => this.hear(message);
    link.lost = text => this.reopen(text);
    this.buttons();
    byId("scene").addEventListener("pointermove", event => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) byId("scene").addEventListener(end, event => this.letGo(event));
    resized = () => this.refresh();
    const paint = () => { if (this.latest && !this.opening) this.paint(); requestAnimationFrame(paint); };
    requestAnimationFrame(paint);
  }

  /** Opens a model; with `keep` the view stays. What is chosen stays where the model has the same variables. */
  async open(name, text, keep = false, shapes = []) {
    const source = { name, text, shapes };
    // The worker shows the start before it answers: that frame waits for the shapes.
    this.opening = true;
    let opened;
    try { opened = await this.link.ask("open", source); } finally { this.opening = false; }
    if (!opened.ok) return opened;
    Object.assign(this, { source, opened });
    byId("title").textContent = document.title = opened.name;
    this.scene(opened.scene, !keep);
    this.listControls(opened.controls);
    this.listCurves();
    byId("tilt").hidden = !opened.gravity;
    this.resetTilt();
    this.recorded(false);
    if (this.latest) this.plot.row(this.latest.time, this.latest.values);
    this.message("");
    return opened;
  }

  /** Opens the last model that could be opened, after its worker was ended. */
  async reopen(text) {
    this.message(text);
    const { source } = this;
    // One that ends its worker at once is not tried again.
    this.source = null;
    if (!source) return;
    try { await this.open(source.name, source.text, true, source.shapes); } catch (error) { text += ` ${error.message}`; }
    this.message(text);
  }

  message(text) { Object.assign(byId("message"), { textContent: text, hidden: !text }); }

  /** Does something that may be refused, and tells why. */
  async attempt(task) {
    try { const result = await task(); return result; } catch (error) { this.message(error.message); return undefined; }
  }

  /** Takes a file of shapes. */
  scene(bytes, fresh) {
    this.model = new Model(bytes.buffer);
    this.model.move(0);
    this.shapes = this.model.nodes.filter(node => node.mesh !== undefined);
    byId("view").classList.toggle("empty", this.shapes.length === 0);
    // In full precision, unlike the root of the file.
    this.turn = compose([0, 0, 0], this.opened.upright, [1, 1, 1]);
    try {
      if (this.viewer) this.viewer.take(this.model); else this.viewer = new Viewer(byId("scene"), this.model);
    } catch (error) { this.message(error.message); }
    this.fitted = this.fitted && !fresh;
    if (!this.bodies) { this.pointer(); this.viewControls(); } else this.listBodies();
    const legend = byId("groups").firstElementChild;
    byId("groups").replaceChildren(legend);
    const hidden = this.viewer && new Set(this.viewer.hidden), known = this.known;
    this.groups();
    if (known && hidden && !fresh) { this.viewer.hidden = hidden; this.checkGroups(); }
    this.known = true;
  }

  checkGroups() {
    byId("groups").querySelectorAll("label").forEach(label => {
      const group = label.textContent.trim();
      if (group !== "names") label.querySelector("input").checked = !this.viewer.hidden.has(group);
    });
  }

  /** A frame of the worker; the newest is drawn. */
  hear(message) {
    if (message.type === "stopped") { this.playing(false); return this.message(message.text); }
    if (message.type !== "frame") return undefined;
    if (message.scene) this.pendingScene = message.scene;
    this.latest = message;
    if (this.opening) return undefined;
    if (message.anew) this.plot.clear();
    this.plot.row(message.time, message.values);
    this.playing(message.playing);
    return undefined;
  }

  playing(on) {
    if (on === this.plays) return;
    this.plays = on;
    byId("play").textContent = on ? "Pause" : "Play";
  }

  /** Draws the newest frame. */
  paint() {
    const frame = this.latest;
    this.latest = null;
    if (this.pendingScene) { this.scene(this.pendingScene, false); this.pendingScene = null; }
    this.arrange(frame.poses);
    if (!this.fitted && this.viewer) { this.viewer.fit(this.viewer.bounds()); this.fitted = true; }
    Object.assign(this, { now: frame.time, values: frame.values, dragged: frame.dragged });
    byId("now").textContent = `${frame.time.toFixed(3)} s`;
    byId("slow").hidden = !frame.slow;
    byId("frames").textContent = frame.recorded ? `${frame.recorded} frames` : "";
    for (const kind of ["csv", "film"]) byId(kind).disabled = !(frame.recorded > 1);
    this.painted = (this.painted || 0) + 1;
    this.refresh();
  }

  /** Moves the shapes. */
  arrange(poses) {
    if (poses.length !== 11 * this.shapes.length) return;
    this.shapes.forEach((shape, k) => {
      const p = poses.subarray(11 * k, 11 * k + 11);
      shape.scale = Array.from(p.subarray(7, 10));
      shape.matrix = multiply(this.turn, compose(p, p.subarray(3, 7), p.subarray(7, 10)));
      shape.weights = [p[10]];
    });
    // A component's place is that of its shapes, since all shapes hang on nodes of their own.
    this.bodies?.forEach(entry => { entry.body = entry.shape; });
  }

  refresh() {
    if (!this.viewer || !this.bodies) return;
    this.keepInPlace();
    this.viewer.draw();
    this.labels();
    this.spring();
    this.plot.draw(this.now ?? this.opened?.start ?? 0);
    // More often than anyone reads, numbers would only lay out the page.
    const now = performance.now();
    if (this.plays && now - this.told < READ) return;
    this.told = now;
    this.outputs.forEach((output, k) => {
      const text = short(this.values?.[k] ?? NaN);
      if (output.textContent !== text) output.textContent = text;
    });
  }

  wholeRun() { this.viewer.fit(this.viewer.bounds()); }

  // -- Buttons and keys

  buttons() {
    const ask = (type, message) => this.attempt(() => this.link.ask(type, message));
    this.toggle = () => { this.message(""); return ask("play", { on: !this.plays }); };
    this.stepOnce = () => ask("step");
    this.reset = () => { this.message(""); return ask("restart"); };
    const save = async () => { if (await ask("save")) { byId("restore").disabled = false; byId("saved").textContent = `saved at ${this.now.toFixed(3)} s`; } };
    const restore = () => { if (!byId("restore").disabled) ask("restore"); };
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("play", this.toggle);
    on("step", this.stepOnce);
    on("reset", this.reset);
    on("save", save);
    on("restore", restore);
    on("record", () => this.record(!this.recording));
    on("csv", () => this.attempt(async () => download(`${this.opened.name}.csv`, await this.link.file("csv"), "text/csv")));
    on("film", () => this.attempt(async () => download(`${this.opened.name}.glb`, await this.link.file("film"), "model/gltf-binary")));
    on("video", () => download(`${this.opened.name}.webm`, this.video, "video/webm"));
    on("level", () => { this.resetTilt(); ask("tilt", { place: null }); });
    byId("speed").addEventListener("change", () => ask("speed", { speed: Number(byId("speed").value) }));
    byId("span").addEventListener("change", () => { this.plot.span = Number(byId("span").value); });
    for (const id of ["tilt1", "tilt2"]) byId(id).addEventListener("input", () => this.tilt());
    byId("filter").addEventListener("input", () => this.filter());
    byId("start").addEventListener("toggle", () => this.filter());
    document.addEventListener("keydown", event => {
      const { tagName, type, isContentEditable } = event.target;
      if (isContentEditable || event.ctrlKey || event.metaKey || event.altKey) return;
      if (["SELECT", "TEXTAREA"].includes(tagName) || (tagName === "INPUT" && type !== "checkbox")) return;
      if (event.key === " " && ["INPUT", "BUTTON", "SUMMARY"].includes(tagName)) return;
      const act = { " ": this.toggle, ArrowRight: this.stepOnce, r: this.reset, s: save, b: restore }[event.key];
      if (act) { act(); event.preventDefault(); }
    });
  }

  // -- Variables

  listControls(controls) {
    this.fields.clear();
    byId("restore").disabled = true;
    byId("saved").textContent = "";
    const changing = ["input", "tunable"].flatMap(role => controls.filter(control => control.role === role));
    this.fixed = controls.filter(control => control.role === "start");
    byId("changing").replaceChildren(...changing.slice(0, 300).map(control => this.control(control, true)));
    byId("fixed").replaceChildren();
    byId("noinputs").hidden = changing.length > 0;
    byId("start").hidden = this.fixed.length === 0;
    this.filter();
  }

  /** A row for a variable: its name, a slider if it may change at any time, and a field. */
  control(control, slides) {
    const name = element("span", { className: "name", textContent: control.unit ? `${control.name} [${control.unit}]` : control.name, title: control.description });
    const row = element("label", { className: "control" }, name);
    row.dataset.name = control.name;
    let field;
    const send = async value => {
      const done = await this.attempt(() => this.link.ask("set", { reference: control.reference, value }));
      if (done) { control.value = value; this.message(""); } else show(control.value);
    };
    let slider = null;
    const show = value => {
      if (control.kind === "boolean") field.checked = value !== 0; else field.value = control.kind === "enumeration" ? value : Number(value.toPrecision(12));
      if (slider) { this.range(slider, control, value); slider.value = value; }
    };
    if (control.kind === "boolean") {
      field = element("input", { type: "checkbox" });
      field.addEventListener("change", () => send(field.checked ? 1 : 0));
    } else if (control.kind === "enumeration") {
      field = element("select", {}, ...control.literals.map((literal, k) => new Option(literal, k + 1)));
      field.addEventListener("change", () => send(Number(field.value)));
    } else {
      field = element("input", { type: "number", step: control.kind === "integer" ? 1 : "any" });
      if (control.min !== null) field.min = control.min;
      if (control.max !== null) field.max = control.max;
      field.addEventListener("change", () => {
        const value = field.valueAsNumber;
        if (!Number.isFinite(value)) { this.message(`${control.name}: a number is expected`); return show(control.value); }
        if (slider) { this.range(slider, control, value); slider.value = value; }
        return send(value);
      });
      if (slides) {
        slider = element("input", { type: "range", ariaLabel: control.name });
        slider.addEventListener("input", () => { field.value = Number(Number(slider.value).toPrecision(6)); this.later(control.reference, () => send(Number(slider.value))); });
        row.append(slider);
      }
    }
    row.append(field);
    show(control.value);
    this.fields.set(control.name, { row, field, slider });
    return row;
  }

  /** At most one request for a variable is under way; the newest value waits. */
  async later(key, act) {
    this.waits ||= new Map();
    if (this.waits.has(key)) { this.waits.set(key, act); return; }
    this.waits.set(key, null);
    await act();
    const next = this.waits.get(key);
    this.waits.delete(key);
    if (next) this.later(key, next);
  }

  /** Limits of a slider: those of the variable, or around its value. */
  range(slider, { min, max, kind }, value) {
    const size = Math.max(Math.abs(value) * 2, Number(slider.dataset.size || 0)) || 1;
    slider.dataset.size = size;
    Object.assign(slider, { min: min ?? (value < 0 || value === 0 || max === 0 ? -size : 0), max: max ?? size });
    if (value < Number(slider.min)) slider.min = min ?? -size;
    slider.step = kind === "integer" ? 1 : "any";
  }

  /** Fields of fixed parameters, which are many, exist once they are seen. */
  filter() {
    if (!byId("start").open) return;
    if (!byId("fixed").hasChildNodes()) byId("fixed").replaceChildren(...this.fixed.slice(0, 2000).map(control => this.control(control, false)));
    const wanted = byId("filter").value.trim().toLowerCase();
    for (const row of byId("fixed").children) row.hidden = !row.dataset.name.toLowerCase().includes(wanted);
  }

  listCurves() {
    const before = new Set([...this.plot.shown].map(k => this.plot.curves[k]?.name));
    const byReference = new Map(this.opened.controls.map(control => [control.reference, control]));
    const curves = this.opened.references.map(reference => byReference.get(reference)).map(({ name, unit }) => ({ name, unit: unit || "" }));
    this.plot.begin(curves);
    const keep = curves.some(curve => before.has(curve.name));
    this.plot.shown = new Set(curves.flatMap((curve, k) => (keep ? before.has(curve.name) : k < 2) ? [k] : []));
    this.outputs = [];
    byId("curves").replaceChildren(...curves.map((curve, k) => {
      const input = element("input", { type: "checkbox", checked: this.plot.shown.has(k) });
      const name = element("span", { textContent: curve.unit ? `${curve.name} [${curve.unit}]` : curve.name });
      name.style.color = COLOURS[k % COLOURS.length];
      input.addEventListener("change", () => { this.plot.shown[input.checked ? "add" : "delete"](k); this.refresh(); });
      const output = element("output");
      this.outputs.push(output);
      return element("label", {}, input, name, element("span", { className: "number" }, output));
    }));
  }

  // -- Dragging

  /** From a place in the view to the model's axes. */
  world(place) {
    const m = this.turn;
    return [0, 1, 2].map(k => m[4 * k] * place[0] + m[4 * k + 1] * place[1] + m[4 * k + 2] * place[2]);
  }

  seen(place) {
    const m = this.turn;
    return [0, 1, 2].map(k => m[k] * place[0] + m[4 + k] * place[1] + m[8 + k] * place[2]);
  }

  /** Begins to drag what is under the pointer; false where nothing is, or the view is to be moved. */
  grab(event) {
    if (event.button !== 0 || event.shiftKey || !byId("drag").checked || !this.viewer) return false;
    const found = this.viewer.pick(event.offsetX, event.offsetY);
    if (!found) return false;
    this.hand = { pointer: event.pointerId, place: found.place, ready: false };
    this.attempt(async () => {
      const hand = this.hand;
      try {
        await this.link.ask("grab", { shape: this.shapes.indexOf(found.node), place: this.world(found.place) });
        hand.ready = true;
        if (!this.plays) { hand.paused = true; await this.link.ask("play", { on: true }); }
        this.pull();
      } catch (error) { if (this.hand === hand) this.hand = null; throw error; }
    });
    return true;
  }

  drag(event) {
    if (this.hand?.pointer !== event.pointerId) return;
    this.hand.place = this.viewer.across(event.offsetX, event.offsetY, this.hand.place);
    this.pull();
  }

  /** Tells the worker where the hand is. */
  pull() {
    if (!this.hand?.ready) return;
    const place = this.world(this.hand.place);
    this.later("hand", () => this.attempt(() => this.link.ask("drag", { place })));
    this.spring();
  }

  letGo(event) {
    if (this.hand?.pointer !== event.pointerId) return;
    this.hand = null;
    this.attempt(() => this.link.ask("release"));
    this.spring();
  }

  /** The line from what is dragged to the hand. */
  spring() {
    const line = byId("spring");
    const ends = this.hand && this.dragged && [this.seen(this.dragged), this.hand.place].map(place => this.viewer.project(place));
    line.style.display = ends?.every(Boolean) ? "" : "none";
    if (!ends?.every(Boolean)) return;
    [["x1", ends[0][0]], ["y1", ends[0][1]], ["x2", ends[1][0]], ["y2", ends[1][1]]].forEach(([name, value]) => line.setAttribute(name, value));
  }

  // -- Gravity

  /** Gravity in the direction of the sliders: turned about the axes to the right and to the viewer of the front view. */
  tilt() {
    const [a, b] = ["tilt1", "tilt2"].map(id => Number(byId(id).value) * Math.PI / 180);
    const down = [Math.sin(b) * Math.cos(a), -Math.cos(b) * Math.cos(a), Math.sin(a)];
    byId("tilted").textContent = `${byId("tilt1").value}°, ${byId("tilt2").value}°`;
    this.later("tilt", () => this.attempt(() => this.link.ask("tilt", { place: this.world(down) })));
  }

  resetTilt() {
    byId("tilt1").value = byId("tilt2").value = 0;
    byId("tilted").textContent = "";
  }

  // -- Recording

  recorded(on) {
    this.recording = on;
    byId("record").textContent = on ? "Stop" : "Record";
  }

  async record(on) {
    this.recorded(on);
    await this.attempt(() => this.link.ask("record", { on }));
    if (!window.MediaRecorder || !MediaRecorder.isTypeSupported("video/webm")) return;
    if (on) {
      const pieces = [];
      this.camera = new MediaRecorder(byId("scene").captureStream(30), { mimeType: "video/webm" });
      this.camera.ondataavailable = event => pieces.push(event.data);
      this.camera.onstop = () => { this.video = new Blob(pieces, { type: "video/webm" }); byId("video").disabled = this.video.size === 0; };
      this.camera.start(500);
    } else if (this.camera?.state === "recording") this.camera.stop();
  }
}
