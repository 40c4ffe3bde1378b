"use strict";
// Shared by pages with a view: the view with its controls, and curves.

const byId = id => document.getElementById(id);
const COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2"];

/** The bytes of an element's text: base64 of a raw deflate stream. */
async function unpack(id) {
  const text = atob(byId(id).textContent);
  const bytes = Uint8Array.from(text, character => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

/** A number in four digits. */
const short = x => Number.isFinite(x) ? String(Number(x.toPrecision(4))) : "";

/** Round numbers between two limits. */
function ticks(low, high, count) {
  const raw = (high - low) / count || 1, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(s => s * power).find(s => s >= raw * (1 - 1e-9));
  const list = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) list.push(Number((k * step).toPrecision(12)));
  return list;
}

/** Curves over time, a panel for each unit. */
class Plot {
  constructor(canvas, times, curves) {
    Object.assign(this, { canvas, times, curves, shown: new Set() });
  }

  value(curve, time) {
    const { times } = this;
    let low = 0, high = times.length - 1;
    while (high - low > 1) { const middle = (low + high) >> 1; if (times[middle] <= time) low = middle; else high = middle; }
    const span = times[high] - times[low];
    const part = span > 0 ? Math.min(Math.max((time - times[low]) / span, 0), 1) : 0;
    return curve.values[low] + part * (curve.values[high] - curve.values[low]);
  }

  panels() {
    const units = [...new Set([...this.shown].map(k => this.curves[k].unit))];
    return units.map(unit => [unit, [...this.shown].filter(k => this.curves[k].unit === unit)]);
  }

  x(time) {
    const [first, last] = [this.times[0], this.times[this.times.length - 1]];
    return this.left + (this.width - this.left - 10) * (last > first ? (time - first) / (last - first) : 0);
  }

  time(x) {
    const [first, last] = [this.times[0], this.times[this.times.length - 1]];
    return Math.min(Math.max(first + (x - this.left) / (this.width - this.left - 10) * (last - first), first), last);
  }

  draw(now) {
    const { canvas } = this, ratio = window.devicePixelRatio || 1, c = canvas.getContext("2d");
    const panels = this.panels(), height = Math.max(panels.length, 1) * 150 + 24;
    if (canvas.style.height !== `${height}px`) canvas.style.height = `${height}px`;
    [this.width] = sizeOf(canvas);
    this.left = 62;
    const size = [Math.round(this.width * ratio), Math.round(height * ratio)];
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, this.width, height);
    const style = getComputedStyle(document.body);
    Object.assign(c, { font: "11px system-ui, sans-serif", textBaseline: "middle", lineWidth: 1 });
    panels.forEach(([unit, members], number) => this.panel(c, style, unit, members, 8 + 150 * number, 134));
    c.fillStyle = style.color;
    c.textAlign = "center";
    const bottom = height - 8;
    for (const tick of ticks(this.times[0], this.times[this.times.length - 1], 8)) c.fillText(short(tick), this.x(tick), bottom);
    c.textAlign = "left";
    c.fillText("s", 2, bottom);
    c.strokeStyle = "#d00";
    c.beginPath();
    c.moveTo(this.x(now), 4);
    c.lineTo(this.x(now), height - 18);
    c.stroke();
  }

  panel(c, style, unit, members, top, height) {
    let low = Infinity, high = -Infinity;
    for (const k of members) for (const v of this.curves[k].values) { low = Math.min(low, v); high = Math.max(high, v); }
    if (!(high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)))) { low -= 1; high += 1; }
    const y = v => top + height * (1 - (v - low) / (high - low));
    c.strokeStyle = "#8885";
    c.fillStyle = style.color;
    c.textAlign = "right";
    for (const tick of ticks(low, high, 4)) {
      c.beginPath();
      c.moveTo(this.left, y(tick));
      c.lineTo(this.width - 10, y(tick));
      c.stroke();
      c.fillText(short(tick), this.left - 4, y(tick));
    }
    c.textAlign = "left";
    c.fillText(unit || "", 2, top + 6);
    for (const k of members) {
      c.strokeStyle = COLOURS[k % COLOURS.length];
      c.beginPath();
      this.curves[k].values.forEach((v, i) => c.lineTo(this.x(this.times[i]), y(v)));
      c.stroke();
    }
  }
}

/** A view of a model with its controls: groups, names, what is followed. `refresh` draws it; `wholeRun` puts all of it into the picture. */
class Stage {
  /** The buttons for the direction of the view, and the list of what is followed. */
  viewControls() {
    const views = { front: [0, 0], side: [Math.PI / 2, 0], top: [0, 1.57], home: [0.6, 0.35] };
    document.querySelectorAll("[data-view]").forEach(button => button.addEventListener("click", () => {
      if (!this.viewer) return;
      [this.viewer.yaw, this.viewer.pitch] = views[button.dataset.view];
      if (button.dataset.view === "home") this.wholeRun();
      this.refresh();
    }));
    byId("follow").addEventListener("change", () => { this.place = null; this.refresh(); });
    this.listBodies();
  }

  /** The components of the model, for names and for what is followed. */
  listBodies() {
    this.bodies = new Map();
    const walk = (index, parent) => {
      const node = this.model.nodes[index];
      const component = node.extras.component;
      if (component && !this.bodies.has(component) && node.extras.group !== "frames") this.bodies.set(component, { body: parent, shape: node });
      node.children.forEach(child => walk(child, node));
    };
    walk(0, null);
    const follow = byId("follow"), followed = follow.value;
    follow.replaceChildren(new Option("nothing", ""), ...[...this.bodies.keys()].map(name => new Option(name, name)));
    if (this.bodies.has(followed)) follow.value = followed;
  }

  /** Moves the view with the component that is followed. */
  keepInPlace() {
    const followed = this.bodies.get(byId("follow").value)?.body;
    if (followed) {
      const place = Array.from(followed.matrix.slice(12, 15));
      if (this.place) this.viewer.target = this.viewer.target.map((x, k) => x + place[k] - this.place[k]);
      this.place = place;
    } else this.place = null;
  }

  groups() {
    const groups = [...new Set(this.model.nodes.map(node => node.extras.group).filter(Boolean))];
    const box = (name, checked, change) => {
      const input = Object.assign(document.createElement("input"), { type: "checkbox", checked });
      const label = document.createElement("label");
      label.append(input, ` ${name}`);
      input.addEventListener("change", () => { change(input.checked); this.refresh(); });
      byId("groups").append(label);
    };
    for (const group of groups) {
      // The arrow from the world's origin to a sensor mostly covers what it measures.
      const on = group !== "sensors";
      const change = shown => { if (this.viewer) this.viewer.hidden[shown ? "delete" : "add"](group); };
      change(on);
      box(group, on, change);
    }
    box("names", false, shown => { this.names = shown; });
  }

  labels() {
    const layer = byId("labels");
    if (!this.names) { if (layer.hasChildNodes()) layer.replaceChildren(); return; }
    const taken = [];
    const marks = [...this.bodies].map(([name, { shape }]) => {
      // Where the shape is: its body may be several components that move together in this run.
      const place = this.viewer.project(shape.matrix.slice(12, 15));
      if (!place) return null;
      // Names that would cover each other stand in lines.
      const width = 7 * name.length, line = 14;
      const covers = ([x, y, other]) =>
        Math.abs(y - place[1]) < line && x < place[0] + width && place[0] < x + other;
      while (taken.some(covers)) place[1] += line;
      taken.push([place[0], place[1], width]);
      const mark = Object.assign(document.createElement("span"), { textContent: name });
      mark.style.transform = `translate(${place[0] + 6}px, ${place[1] - 18}px)`;
      return mark;
    });
    layer.replaceChildren(...marks.filter(Boolean));
  }

  pointer() {
    const canvas = byId("scene"), touches = new Map();
    const spread = () => { const [a, b] = [...touches.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };
    canvas.addEventListener("contextmenu", event => event.preventDefault());
    canvas.addEventListener("pointerdown", event => {
      canvas.setPointerCapture(event.pointerId);
      // A page whose model runs drags bodies.
      if (touches.size === 0 && this.grab?.(event)) return;
      touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    canvas.addEventListener("pointermove", event => {
      const before = touches.get(event.pointerId);
      if (!before) return;
      const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
      const wide = touches.size === 2 ? spread() : 0;
      touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (touches.size === 2) this.viewer.zoom(wide / spread());
      else if (event.shiftKey || event.buttons & 6) this.viewer.shift(dx, dy);
      else this.viewer.turn(dx, dy);
      this.refresh();
    });
    const end = event => touches.delete(event.pointerId);
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      this.viewer.zoom(Math.exp(event.deltaY * 0.001));
      this.refresh();
    }, { passive: false });
  }
}
