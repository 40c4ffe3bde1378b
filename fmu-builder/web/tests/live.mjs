// Clicks every control of pages in which a model runs: node live.mjs PAGE.html...
import { existsSync, readFileSync, statSync } from "fs";
import { join, resolve } from "path";
import { pathToFileURL } from "url";
import { Browser } from "./chromium.mjs";

const pause = seconds => new Promise(done => setTimeout(done, seconds * 1000));
const check = (is, text) => { if (!is) throw new Error(text); };
const near = (a, b, text) => check(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), `${text}: ${a} instead of ${b}`);

/** Everything that a person does with a page. */
class Visit {
  constructor(browser, page) { Object.assign(this, { browser, page, clicked: new Set() }); }

  now() { return this.page.value("page.now"); }
  message() { return this.page.value("document.getElementById('message').textContent"); }

  async click(id) {
    this.clicked.add(id);
    check(await this.page.value(`!document.getElementById("${id}").disabled`), `the button ${id} is disabled`);
    await this.page.click(id);
  }

  /** Gives a control a value as a person does, with the events of it. */
  async enter(id, value) {
    this.clicked.add(id);
    await this.page.value(`{ const field = document.getElementById("${id}"); field.value = ${JSON.stringify(value)};
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true })); }`);
  }

  control(name) { return this.page.value(`page.link.ask("controls").then(({ controls }) => controls.find(control => control.name === ${JSON.stringify(name)}))`); }

  async time() {
    const start = await this.page.value("page.opened.start"), step = await this.page.value("page.opened.step");
    await this.click("play");
    await this.page.until(`page.now > ${start} + 0.05 && page.plays`);
    await this.click("play");
    await this.page.until("!page.plays && !page.latest");
    const stopped = await this.now();
    await pause(0.2);
    near(await this.now(), stopped, "time goes on while it pauses");
    await this.click("step");
    await this.page.until(`page.now > ${stopped}`);
    near(await this.now(), stopped + step, "a step");
    await this.click("save");
    await this.page.until("!document.getElementById('restore').disabled");
    const saved = await this.now(), before = await this.page.value("Array.from(page.values)");
    await this.enter("speed", "2");
    await this.click("play");
    await this.page.until(`page.now > ${saved} + 0.1`);
    await this.click("play");
    await this.page.until("!page.plays");
    await this.click("restore");
    await this.page.until(`Math.abs(page.now - ${saved}) < 1e-9`);
    (await this.page.value("Array.from(page.values)")).forEach((value, k) => near(value, before[k], `value ${k} after Back`));
    await this.click("reset");
    await this.page.until(`page.now === ${start}`);
    await this.enter("speed", "1");
    await this.enter("span", "5");
    check(await this.page.value("page.plot.span === 5"), "the window of the curves");
  }

  async keys() {
    await this.page.value("document.activeElement.blur()");
    const start = await this.page.value("page.opened.start");
    await this.page.key(" ", "Space");
    await this.page.until(`page.plays && page.now > ${start}`);
    await this.page.key(" ", "Space");
    await this.page.until("!page.plays && !page.latest");
    const before = await this.now();
    await this.page.key("ArrowRight");
    await this.page.until(`page.now > ${before}`);
    await this.page.key("r", "KeyR");
    await this.page.until(`page.now === ${start}`);
  }

  /** All fields and sliders. */
  async variables() {
    const count = await this.page.value("document.querySelectorAll('#changing .control').length");
    const names = await this.page.value("[...document.querySelectorAll('#changing .control')].map(row => row.dataset.name)");
    for (let k = 0; k < count; k++) {
      for (const kind of ["number", "range"]) {
        const selector = `document.querySelectorAll('#changing .control')[${k}].querySelector("input[type=${kind}]")`;
        if (!(await this.page.value(`!!${selector}`))) continue;
        const value = await this.page.value(`{ const field = ${selector}, before = Number(field.value);
          const high = field.max === "" ? Infinity : Number(field.max), wanted = before === 0 ? 0.25 : before * 1.125;
          field.value = Math.min(wanted, high); for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
          Number(field.value) }`);
        await this.page.until(`page.link.ask("controls").then(({ controls }) => Math.abs(controls.find(control => control.name === ${JSON.stringify(names[k])}).value - ${value}) < 1e-6 * Math.max(1, Math.abs(${value})))`);
      }
    }
    const fixed = await this.page.value(`page.opened.controls.find(control => control.role === "start" && control.kind === "real" && control.value > 0)?.name`);
    if (fixed) {
      await this.page.value("document.getElementById('start').open = true");
      await this.enter("filter", fixed);
      const shown = await this.page.value("[...document.querySelectorAll('#fixed .control')].filter(row => !row.hidden).length");
      check(shown >= 1 && shown <= (await this.page.value("document.querySelectorAll('#fixed .control').length")), "the filter");
      await this.click("step");
      const before = (await this.control(fixed)).value;
      await this.page.value(`{ const { field } = page.fields.get(${JSON.stringify(fixed)}); field.value = ${before * 1.0625}; field.dispatchEvent(new Event("change")); }`);
      await this.page.until(`page.now === page.opened.start`);
      near((await this.control(fixed)).value, before * 1.0625, fixed);
      await this.page.value(`{ const { field } = page.fields.get(${JSON.stringify(fixed)}); field.value = ${before}; field.dispatchEvent(new Event("change")); }`);
      await this.page.until(`page.link.ask("controls").then(({ controls }) => controls.find(control => control.name === ${JSON.stringify(fixed)}).value === ${before})`);
      await this.enter("filter", "");
    }
    return count;
  }

  /** False for a model without bodies. */
  hasShapes() { return this.page.value("page.shapes.length > 0"); }

  /** A pixel of a body that can be dragged. */
  spot() {
    return this.page.value(`(async () => {
      const canvas = document.getElementById("scene"), box = canvas.getBoundingClientRect();
      for (let y = 20; y < box.height; y += 12) for (let x = 20; x < box.width; x += 12) {
        const found = page.viewer.pick(x, y);
        if (!found || !["bodies", "joints"].includes(found.node.extras.group)) continue;
        try { await page.link.ask("grab", { shape: page.shapes.indexOf(found.node), place: page.world(found.place) }); } catch { continue; }
        await page.link.ask("release");
        return [box.left + x, box.top + y];
      }
      return null;
    })()`);
  }

  async dragging() {
    await this.click("reset");
    if (!(await this.hasShapes())) return this.click("drag");
    const spot = await this.spot();
    check(spot, "no body can be dragged");
    const [x, y] = spot;
    await this.page.mouse("mouseMoved", x, y, 0);
    await this.page.mouse("mousePressed", x, y);
    await this.page.until("page.hand?.ready && page.plays && !!page.dragged");
    for (let k = 1; k <= 6; k++) await this.page.mouse("mouseMoved", x + 10 * k, y - 10 * k);
    await pause(0.5);
    check(await this.page.value("document.getElementById('spring').style.display !== 'none'"), "the spring is not shown");
    const distance = () => this.page.value("Math.hypot(...page.seen(page.dragged).map((place, k) => place - page.hand.place[k]))");
    const moved = await this.page.value("page.hand.place");
    check(moved.every(Number.isFinite), "the hand");
    check(Number.isFinite(await distance()), "the place that is dragged");
    await this.page.mouse("mouseReleased", x + 60, y - 60, 0);
    await this.page.until("!page.hand && !page.dragged && document.getElementById('spring').style.display === 'none'");
    await this.click("play");
    await this.page.until("!page.plays");
    // With the box off, the same moves the view.
    await this.page.click("drag");
    const yaw = await this.page.value("page.viewer.yaw");
    await this.page.mouse("mousePressed", x, y);
    await this.page.mouse("mouseMoved", x + 30, y);
    await this.page.mouse("mouseReleased", x + 30, y, 0);
    check((await this.page.value("page.viewer.yaw")) !== yaw, "the view does not turn");
    this.clicked.add("drag");
    return this.page.click("drag");
  }

  async touch() {
    const box = await this.page.value("(({ left, top, width, height }) => [left, top, width, height])(document.getElementById('scene').getBoundingClientRect())");
    const yaw = await this.page.value("page.viewer.yaw"), y = box[1] + 6;
    await this.page.click("drag");
    for (const [type, touchPoints] of [["touchStart", [{ x: box[0] + 50, y }]], ["touchMove", [{ x: box[0] + 90, y }]], ["touchEnd", []]]) {
      await this.page.send("Input.dispatchTouchEvent", { type, touchPoints });
    }
    await this.page.click("drag");
    check((await this.page.value("page.viewer.yaw")) !== yaw, "a finger does not turn the view");
  }

  async gravity() {
    if (await this.page.value("document.getElementById('tilt').hidden")) return;
    const read = async () => Promise.all([1, 2, 3].map(async k => (await this.control(`world.n[${k}]`)).value));
    const before = await read();
    for (const id of ["tilt1", "tilt2"]) await this.enter(id, "30");
    await pause(0.3);
    const tilted = await read();
    check(before.some((n, k) => Math.abs(n - tilted[k]) > 0.1), "gravity does not tilt");
    near(Math.hypot(...tilted), 1, "the direction of gravity");
    await this.click("level");
    await pause(0.3);
    (await read()).forEach((n, k) => near(n, before[k], "gravity as in the model"));
  }

  async recording() {
    // An encoder that begins late has seen nothing of a short run.
    for (let seconds = 0.3; seconds < 3; seconds *= 2) {
      await this.click("reset");
      await this.page.until("page.now === page.opened.start && !page.latest");
      await this.click("record");
      await this.page.until("page.recording");
      await this.click("play");
      await this.page.until("page.now > page.opened.start + 0.3");
      await pause(seconds);
      await this.click("play");
      await this.click("record");
      await this.page.until("!document.getElementById('csv').disabled && page.camera?.state === 'inactive'");
      await pause(0.2);
      if (await this.page.value("!document.getElementById('video').disabled")) break;
    }
    const name = await this.page.value("page.opened.name");
    for (const [id, ending] of [["csv", "csv"], ["film", "glb"], ["video", "webm"]]) {
      if (id === "video") await this.page.until("!document.getElementById('video').disabled");
      await this.click(id);
      const file = join(this.browser.folder, `${name}.${ending}`);
      for (let k = 0; k < 100 && !(existsSync(file) && statSync(file).size > 0); k++) await pause(0.1);
      check(existsSync(file) && statSync(file).size > 0, `${id} gives no file`);
      const bytes = readFileSync(file);
      if (id === "film") check(bytes.subarray(0, 4).toString() === "glTF" && bytes.readUInt32LE(8) === bytes.length, "the glTF file");
      if (id === "csv") {
        const rows = bytes.toString().trim().split("\n").map(row => row.split(","));
        check(rows.length > 3 && rows.every(row => row.length === rows[0].length), "the table");
        check(rows.slice(2).every((row, k) => Number(row[0]) > Number(rows[k + 1][0])), "the times of the table");
      }
    }
  }

  async views() {
    for (const view of ["front", "side", "top", "home"]) await this.page.value(`document.querySelector("[data-view=${view}]").click()`);
    const boxes = await this.page.value("document.querySelectorAll('#groups input, #curves input').length");
    for (let k = 0; k < boxes; k++) for (let twice = 0; twice < 2; twice++) await this.page.value(`document.querySelectorAll('#groups input, #curves input')[${k}].click()`);
    await this.page.value("[...document.querySelectorAll('#groups input')].at(-1).click()");
    check(await this.page.value("document.querySelectorAll('#labels span').length > 0") || !(await this.hasShapes()), "no names");
    const follow = await this.page.value("[...document.getElementById('follow').options].at(-1).value");
    await this.enter("follow", follow);
    await this.enter("follow", "");
  }

  /** Buttons and fields that were not touched. */
  async untouched() {
    const ids = await this.page.value("[...document.querySelectorAll('button[id], input[id], select[id]')].map(control => control.id)");
    const hidden = await this.page.value("document.getElementById('tilt').hidden");
    return ids.filter(id => !this.clicked.has(id) && !(hidden && ["tilt1", "tilt2", "level"].includes(id)) && id !== "filter");
  }
}

let failed = 0;

async function tour(browser, path) {
  // Small, because pictures are drawn without a graphics processor.
  const page = await browser.page(pathToFileURL(resolve(path)).href, [800, 600]);
  const visit = new Visit(browser, page), begin = performance.now();
  try {
    await page.until("document.body.dataset.state !== 'loading'", 60);
    check(await page.value("document.body.dataset.state === 'ready'"), `not ready: ${await visit.message()}`);
    await page.until("page.painted > 0");
    await visit.time();
    await visit.keys();
    const changing = await visit.variables();
    await visit.dragging();
    await visit.touch();
    await visit.gravity();
    await visit.recording();
    await visit.views();
    check((await visit.untouched()).length === 0, `not clicked: ${await visit.untouched()}`);
    check((await visit.message()) === "", `it says: ${await visit.message()}`);
    check(page.errors.length === 0, `errors: ${page.errors.join("; ")}`);
    check(page.requests.length === 0, `it asked the network for ${page.requests}`);
    const ready = await page.value("document.body.dataset.ready");
    console.log(`${path}: ready in ${ready} ms, ${changing} values that change, all controls in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed++;
    console.log(`FAILED ${path}: ${error.message}; message: ${await visit.message().catch(() => "")}; errors: ${page.errors.join("; ")}`);
    if (process.env.PICTURES) await page.picture(join(process.env.PICTURES, "failed.png"));
  }
  await page.close();
}

// A browser shows one page at a time; two of them wait less.
const paths = process.argv.slice(2);
await Promise.all([1, 2].map(async () => {
  const browser = await Browser.start();
  while (paths.length) await tour(browser, paths.shift());
  await browser.close();
}));
process.exit(failed ? 1 : 0);
