"use strict";
// The page of a recorded run: time and curves.

/** The page of a recorded run. */
class Page extends Stage {
  constructor(buffer, data) {
    super();
    this.model = new Model(buffer);
    this.data = data;
    this.origin = this.first = data.times[0];
    this.last = data.times[data.times.length - 1];
    this.now = this.first;
    this.names = false;
    this.plot = new Plot(byId("plot"), data.times, data.curves);
    this.model.move(0);
    try {
      this.viewer = new Viewer(byId("scene"), this.model);
    } catch (error) {
      Object.assign(byId("message"), { textContent: error.message, hidden: false });
    }
    this.controls();
    this.groups();
    this.curves();
    if (this.viewer) { this.wholeRun(); this.pointer(); }
    this.chapters();
    const hash = new URLSearchParams(location.hash.slice(1));
    this.set(Number(hash.get("t") ?? this.first));
    if (hash.has("play")) this.play(true);
    resized = () => this.refresh();
    byId("notes").textContent = data.notes.join("; ");
  }

  /** The view of everything that the run comes to. */
  wholeRun() {
    let low = [Infinity, Infinity, Infinity], high = low.map(x => -x);
    for (let k = 0; k <= 20; k++) {
      this.model.move((this.last - this.first) * k / 20);
      const [least, most] = this.viewer.bounds();
      low = low.map((x, i) => Math.min(x, least[i]));
      high = high.map((x, i) => Math.max(x, most[i]));
    }
    this.viewer.fit([low, high]);
    this.model.move(this.now - this.origin);
  }

  set(time) {
    this.now = Math.min(Math.max(time, this.first), this.last);
    this.refresh();
  }

  refresh() {
    byId("time").value = this.now;
    byId("now").textContent = this.data.chapters.length ? `${Math.round(360 * (this.now - this.first) / (this.last - this.first))} degrees` : `${this.now.toFixed(3)} s`;
    this.model.move(this.now - this.origin);
    if (this.viewer) {
      this.keepInPlace();
      this.viewer.draw();
      this.labels();
    }
    this.plot.draw(this.now);
    this.data.curves.forEach((curve, k) => { this.outputs[k].textContent = short(this.plot.value(curve, this.now)); });
  }

  play(on) {
    this.playing = on;
    byId("play").textContent = on ? "Pause" : "Play";
    if (!on) return;
    if (this.now >= this.last) this.set(this.first);
    let before = performance.now();
    const frame = clock => {
      if (!this.playing) return;
      const next = this.now + (clock - before) / 1000 * Number(byId("speed").value);
      before = clock;
      this.set(next > this.last ? this.first : next);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(clock => { before = clock; frame(clock); });
  }

  /** The control that chooses a part of the time. */
  chapters() {
    const list = byId("chapter"), { chapters } = this.data;
    if (!chapters.length) return;
    byId("chapters").hidden = false;
    byId("plot").hidden = true;
    list.append(...chapters.map(([name]) => new Option(name, name)));
    const choose = () => {
      [, this.first, this.last] = chapters[list.selectedIndex];
      Object.assign(byId("time"), { min: this.first, max: this.last });
      this.set(this.first);
    };
    list.addEventListener("change", choose);
    choose();
    this.play(true);
  }

  controls() {
    const slider = byId("time");
    Object.assign(slider, { min: this.first, max: this.last });
    slider.addEventListener("input", () => this.set(Number(slider.value)));
    byId("play").addEventListener("click", () => this.play(!this.playing));
    document.addEventListener("keydown", event => {
      // What has the focus keeps the keys that it understands itself: buttons and boxes the space bar, lists and the slider all.
      const { tagName, type } = event.target;
      if (tagName === "SELECT" || type === "range") return;
      if (event.key === " " && ["INPUT", "BUTTON"].includes(tagName)) return;
      const step = (this.last - this.first) / 100;
      if (event.key === " ") { this.play(!this.playing); event.preventDefault(); }
      if (event.key === "ArrowRight") this.set(this.now + step);
      if (event.key === "ArrowLeft") this.set(this.now - step);
    });
    const plot = byId("plot"), seek = event => this.set(this.plot.time(event.offsetX));
    plot.addEventListener("pointerdown", event => { plot.setPointerCapture(event.pointerId); seek(event); });
    plot.addEventListener("pointermove", event => { if (event.buttons) seek(event); });
    this.viewControls();
  }

  curves() {
    this.outputs = this.data.curves.map((curve, k) => {
      const label = document.createElement("label"), value = document.createElement("output");
      const input = Object.assign(document.createElement("input"), { type: "checkbox", checked: k < 2 });
      if (k < 2) this.plot.shown.add(k);
      const name = Object.assign(document.createElement("span"), { textContent: curve.unit ? `${curve.name} [${curve.unit}]` : curve.name });
      name.style.color = COLOURS[k % COLOURS.length];
      input.addEventListener("change", () => { this.plot.shown[input.checked ? "add" : "delete"](k); this.refresh(); });
      label.append(input, name, value);
      byId("curves").append(label);
      return value;
    });
  }

}

(async () => {
  try {
    const [buffer, data] = await Promise.all([unpack("model"), unpack("data")]);
    window.page = new Page(buffer, JSON.parse(new TextDecoder().decode(data)));
    document.body.dataset.state = "ready";
  } catch (error) {
    document.body.dataset.state = "failed";
    Object.assign(byId("message"), { textContent: `The animation cannot be shown: ${error.message}`, hidden: false });
  }
})();
