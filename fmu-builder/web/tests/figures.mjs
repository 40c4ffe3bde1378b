// Measures what docs/design/live.md promises: node figures.mjs PLAYGROUND.html [FILE.wasm.gz]
// A figure that is too large is measured again, since other programs may have taken the time. Where they leave less than a processor, limits are longer.
import { statSync } from "fs";
import { availableParallelism, loadavg } from "os";
import { resolve } from "path";
import { pathToFileURL } from "url";
import { chain } from "./chain.mjs";
import { Browser } from "./chromium.mjs";

const [, , path, wasm] = process.argv;
const url = pathToFileURL(resolve(path)).href;
/** How often a figure is measured at most. */
const TRIES = 5;
/** Programs that wait for each processor, this one aside. */
const crowd = () => Math.max(1, (loadavg()[0] - 1) / availableParallelism());

/** More for the worker of the page: milliseconds of each step, and of the poses after it. */
const MEASURE = `answers.measure = ({ dt, count }) => {
  const steps = [], poses = [];
  for (let k = 0; k < count; k++) {
    const begin = performance.now();
    host.step(dt);
    const stepped = performance.now();
    host.frame();
    steps.push(stepped - begin);
    poses.push(performance.now() - stepped);
  }
  return { steps, poses };
};`;

const sorted = list => [...list].sort((a, b) => a - b);
const median = list => sorted(list)[Math.floor(list.length / 2)];
const p99 = list => sorted(list)[Math.ceil(0.99 * list.length) - 1];

async function visit(browser) {
  const page = await browser.page(url, [1500, 900]);
  await page.until("['ready', 'failed'].includes(document.body.dataset.state)", 60);
  return page;
}

/** The page runs an example. */
async function choose(page, name) {
  await page.value(`playground.choose(${JSON.stringify(name)})`);
  await page.until("document.body.dataset.model === 'running' && !playground.busy", 30);
}

/** The page runs a chain of 100. */
async function load(page) {
  await page.value(`playground.load({ name: "chain.toml", text: ${JSON.stringify(chain(100))} })`);
  await page.until("document.body.dataset.model === 'running' && !playground.busy && page.opened.name === 'Chain'", 30);
}

/** Steps of 1/60 s in a worker of their own. */
async function steps(page, name, text) {
  const source = text ? JSON.stringify({ name, text }) : `playground.examples.find(example => example.name === ${JSON.stringify(name)})`;
  return page.value(`(async () => {
    const link = new Link(byId("worker").textContent + ${JSON.stringify(MEASURE)}, page.link.packed, () => {}, () => {});
    await link.start();
    const opened = await link.ask("open", ${source});
    if (!opened.ok) throw new Error(JSON.stringify(opened.diagnostics));
    // The first ones warm up.
    const parts = [];
    for (let k = 0; k < 7; k++) parts.push(await link.ask("measure", { dt: 1 / 60, count: 30 }));
    const steps = parts.slice(1).flatMap(part => part.steps), poses = parts.slice(1).flatMap(part => part.poses);
    link.worker.terminate();
    link.worker = null;
    return { steps, poses };
  })()`);
}

/** Plays for three seconds: milliseconds of processor time of the longest task of the page, and of a frame of its own scripts. */
async function play(page, browser) {
  await page.value("page.refreshed = [], page.ownPaint ??= page.paint, page.paint = function () { const begin = performance.now(); this.ownPaint(); this.refreshed.push(performance.now() - begin); }");
  const longest = await browser.longestTask(() => page.value(`(async () => {
    await page.link.ask("play", { on: true });
    await new Promise(done => setTimeout(done, 3000));
    await page.link.ask("play", { on: false });
  })()`));
  const drawn = await page.value("page.refreshed");
  console.log(`  scripts of a frame ${median(drawn).toFixed(1)} ms, ${(drawn.length / 3).toFixed(0)} frames a second without a graphics processor`);
  return longest;
}

/** Names, limits, units (plain milliseconds are longer beside other programs), and what measures them on a page. */
const figures = [
  ["first visit: a four-bar runs", 1000, "ms", async (_, browser) => {
    const page = await visit(browser), ready = Number(await page.value("document.body.dataset.ready"));
    await page.close();
    return ready;
  }],
  ["edit to picture, stewart_platform, after the pause of the keys", 150, "ms", async page => {
    await choose(page, "stewart_platform.toml");
    return page.value(`(async () => {
      const took = [];
      for (let k = 0; k < 6; k++) {
        const { view } = playground.editor, from = view.state.doc.toString().indexOf('"') + 1;
        view.dispatch({ changes: { from, to: from, insert: "E" } });
        clearTimeout(playground.timer);
        const begin = performance.now(), before = page.painted;
        await playground.update();
        while (page.painted === before) await new Promise(done => requestAnimationFrame(done));
        took.push(performance.now() - begin);
      }
      return took.sort((a, b) => a - b)[3];
    })()`);
  }],
  ["FMU of stewart_platform", 1000, "ms", async page => {
    await choose(page, "stewart_platform.toml");
    return page.value("playground.equip().then(async () => { const begin = performance.now(); await page.link.file('fmu'); return performance.now() - begin; })");
  }],
  ["step and poses, stewart_platform, p99", 5, "ms", async page => {
    const { steps: step, poses } = await steps(page, "stewart_platform.toml");
    console.log(`  step ${median(step).toFixed(2)} / ${p99(step).toFixed(2)} ms, poses ${median(poses).toFixed(2)} / ${p99(poses).toFixed(2)} ms (median / p99)`);
    return p99(step.map((time, k) => time + poses[k]));
  }],
  ["step and poses, chain of 100, median", 8, "ms", async page => {
    const { steps: step, poses } = await steps(page, "chain.toml", chain(100));
    console.log(`  step ${median(step).toFixed(2)} / ${p99(step).toFixed(2)} ms, poses ${median(poses).toFixed(2)} / ${p99(poses).toFixed(2)} ms (median / p99)`);
    return median(step.map((time, k) => time + poses[k]));
  }],
  ["page blocked while stewart_platform runs", 50, "ms of processor time", async (page, browser) => {
    await choose(page, "stewart_platform.toml");
    return play(page, browser);
  }],
  ["page blocked while a chain of 100 runs", 50, "ms of processor time", async (page, browser) => {
    await load(page);
    return play(page, browser);
  }],
  ["a model that does not end is ended", 4000, "ms by a timer", async page => {
    await load(page);
    return page.value("(async () => { const begin = performance.now(); await page.link.ask('step', { count: 100000 }).catch(() => 0); return performance.now() - begin; })()");
  }],
];

const browser = await Browser.start(), page = await visit(browser);
let failed = 0;
const size = statSync(path).size / 1e6;
console.log(`${path}: ${size.toFixed(2)} MB${wasm ? `, ${(statSync(wasm).size / 1e6).toFixed(2)} MB of it WebAssembly, packed` : ""}`);
for (const [name, most, unit, measure] of figures) {
  const values = [], limit = unit === "ms" ? most * crowd() : most;
  do { values.push(await measure(page, browser)); } while (values.at(-1) > limit && values.length < TRIES);
  const is = values.at(-1) <= limit;
  if (!is) failed++;
  console.log(`${is ? "ok" : "FAILED"} ${name}: ${values.map(value => value.toPrecision(3)).join(", ")} ${unit}, at most ${most}${limit > most ? ` alone, ${limit.toFixed(0)} now` : ""}`);
}
if (page.errors.length) { failed++; console.log(`FAILED errors: ${page.errors.join("; ")}`); }
await browser.close();
process.exit(failed ? 1 : 0);
