// Uses a playground as a person does: node playground.mjs PLAYGROUND.html [FMU of four_bar.toml]
import { existsSync, readFileSync, statSync } from "fs";
import { createServer } from "http";
import { extname, join, resolve } from "path";
import { pathToFileURL } from "url";
import { chain } from "./chain.mjs";
import { Browser } from "./chromium.mjs";

const [, , path, fmu] = process.argv;
const pause = seconds => new Promise(done => setTimeout(done, seconds * 1000));
const check = (is, text) => { if (!is) throw new Error(text); };
const browser = await Browser.start(), url = pathToFileURL(resolve(path)).href;
let page = await browser.page(url, [1100, 650]);

/** A file that the page has offered. */
async function downloaded(name) {
  const file = join(browser.folder, name);
  for (let k = 0; k < 200 && !(existsSync(file) && statSync(file).size > 0); k++) await pause(0.1);
  check(existsSync(file), `there is no ${name}`);
  await pause(0.1);
  return readFileSync(file);
}

const settled = () => page.until("['running', 'refused'].includes(document.body.dataset.model) && !playground.busy", 30);
const write = text => page.value(`playground.editor.open(playground.name, ${JSON.stringify(text)})`).then(settled);
const text = () => page.value("playground.editor.text");
const state = () => page.value("document.body.dataset.model");

const steps = {
  async "a first visit runs a four-bar"() {
    await page.until("document.body.dataset.state !== 'loading'", 60);
    check(await page.value("document.body.dataset.state") === "ready", await page.value("document.getElementById('message').textContent"));
    check(await page.value("page.opened.name") === "FourBar", await page.value("page.opened.name"));
    await page.click("play");
    await page.until("page.now > 0.1");
    console.log(`  ready in ${await page.value("document.body.dataset.ready")} ms`);
  },
  async "an edit shows at once and keeps the view, and the model goes on"() {
    await page.value("page.viewer.yaw = 1.25");
    const before = await text();
    await write(before.replace('name = "FourBar"', 'name = "Other"'));
    await page.until("page.opened.name === 'Other' && page.plays");
    check(await page.value("page.viewer.yaw") === 1.25, "the view");
    console.log(`  an edit took ${await page.value("document.body.dataset.took")} ms`);
    await write(before);
  },
  async "an error stands at its place, and the last picture stays"() {
    const before = await text();
    await write(before.replace("Joints.Revolute", "Joints.Revolut"));
    check(await state() === "refused", "it is not refused");
    const problem = await page.value("document.querySelector('#problems li.error').textContent");
    check(/Revolut/.test(problem) && /^\d+:\d+ /.test(problem), problem);
    check(await page.value("document.querySelectorAll('.cm-lintRange-error').length > 0"), "nothing is marked");
    check(await page.value("page.opened.name") === "FourBar", "the picture is gone");
    await page.value("document.querySelector('#problems li').click()");
    await write(before);
    check(await state() === "running" && await page.value("document.querySelectorAll('#problems .error').length") === 0, "the error stays");
  },
  async "completion and documentation know the class"() {
    const at = await page.value("playground.editor.text.indexOf('class = \"Joints.Revolute\"')");
    check(at > 0, "no joint");
    const options = await page.value(`playground.complete(playground.editor.text, ${at}).then(({ options }) => options.map(option => option.label))`);
    check(options.includes("useAxisFlange"), options.join(" "));
    await page.value(`playground.editor.view.dispatch({ selection: { anchor: ${at} } })`);
    await page.until("document.getElementById('class').textContent.includes('Joints.Revolute')");
    check(await page.value("document.querySelectorAll('#class table').length") > 0, "no tables");
    check(await page.value(`playground.hover(playground.editor.text, ${at}).then(tip => tip.textContent.includes("Revolute"))`), "no hover");
  },
  async "completion and documentation know Modelica and URDF"() {
    const at = async (example, before) => {
      await page.value(`playground.choose(${JSON.stringify(example)})`);
      await settled();
      const place = (await text()).indexOf(before) + before.length;
      check(place >= before.length, `${example} has no ${before}`);
      const options = await page.value(`playground.complete(playground.editor.text, ${place}).then(({ options }) => options.map(option => option.label))`);
      return [options, await page.value(`playground.hover(playground.editor.text, ${place}).then(tip => tip?.textContent)`)];
    };
    const [modifiers, hinge] = await at("swinging_rod.mo", "MultiBody.Joints.Revolute hinge(");
    check(modifiers.includes("useAxisFlange") && hinge?.includes("Joints.Revolute"), `${modifiers} ${hinge}`);
    const [attributes, joint] = await at("arm.urdf", "<joint name=\"shoulder\" ");
    check(attributes.join(" ") === "name type" && joint?.includes("Joints.Revolute"), `${attributes} ${joint}`);
    await page.value("playground.choose('four_bar.toml')");
    await settled();
  },
  async "keys write into the editor, with undo"() {
    const before = await text();
    await page.value("playground.editor.view.focus()");
    await page.send("Input.insertText", { text: "# a remark\n" });
    check((await text()).includes("# a remark"), "nothing was written");
    await page.send("Input.dispatchKeyEvent", { type: "keyDown", key: "z", code: "KeyZ", modifiers: 2, windowsVirtualKeyCode: 90 });
    await page.until(`playground.editor.text === ${JSON.stringify(before)}`);
    await settled();
  },
  async "the FMU is that of the builder"() {
    await page.click("fmu");
    const bytes = await downloaded("FourBar.fmu");
    check(bytes.subarray(0, 2).toString() === "PK", "it is no archive");
    if (fmu) check(bytes.equals(readFileSync(fmu)), `it differs: ${bytes.length} bytes, ${readFileSync(fmu).length} by build`);
  },
  async "Modelica text and the text"() {
    await page.click("mo");
    check((await downloaded("FourBar.mo")).toString().includes("model FourBar"), "the Modelica text");
    await page.click("text");
    check((await downloaded(await page.value("playground.name"))).toString() === await text(), "the text");
  },
  async "the page of the model runs alone"() {
    await page.click("html");
    await downloaded("FourBar.html");
    const other = await browser.page(pathToFileURL(join(browser.folder, "FourBar.html")).href);
    await other.until("document.body.dataset.state !== 'loading'", 60);
    check(await other.value("document.body.dataset.state") === "ready", await other.value("document.getElementById('message').textContent"));
    await other.click("play");
    await other.until("page.now > 0.05");
    check(other.errors.length === 0, other.errors.join("; "));
    await other.close();
  },
  async "a link carries the model"() {
    const name = "linked <b>&amp;";
    await write((await text()).replace('name = "FourBar"', 'name = "Linked"').replace(/^description = .*$/m, `description = ${JSON.stringify(name)}`));
    await page.click("share");
    await page.until("location.hash.startsWith('#m=')");
    const other = await browser.page(await page.value("location.href"), [1100, 650]);
    await other.until("document.body.dataset.state === 'ready'", 60);
    check(await other.value("page.opened.name") === "Linked", "another model");
    check(await other.value("playground.editor.text") === await text(), "another text");
    await other.close();
  },
  async "a broken link is told"() {
    const other = await browser.page(`${url}#m=AAAA`, [1100, 650]);
    await other.until("document.body.dataset.state === 'ready'", 60);
    await other.close();
  },
  async "all examples run"() {
    const names = await page.value("playground.examples.map(example => example.name).filter(name => !name.includes('/'))");
    for (const name of names) {
      await page.value(`{ const list = document.getElementById("example"); list.value = ${JSON.stringify(name)}; list.dispatchEvent(new Event("change")); }`);
      await settled();
      check(await state() === "running", `${name}: ${await page.value("document.getElementById('problems').textContent")} ${await page.value("document.getElementById('message').textContent")}`);
    }
    console.log(`  ${names.length} examples`);
  },
  async "the text survives a reload"() {
    await page.value("playground.choose('pendulum.toml')");
    await settled();
    await write((await text()).replace(/^name = .*$/m, 'name = "Kept"'));
    await page.send("Page.navigate", { url: "about:blank" });
    await page.send("Page.navigate", { url });
    await page.until("document.body.dataset.state === 'ready'", 60);
    check(await page.value("page.opened.name") === "Kept", await page.value("page.opened.name"));
  },
  async "names in a text are text"() {
    const bad = '<img src=x onerror="window.injected=1">';
    await write(`name = ${JSON.stringify(bad)}\n[components.${JSON.stringify(bad)}]\nclass = "World"\n`);
    await pause(0.3);
    check(!(await page.value("window.injected")), "a name was run");
    check(await page.value("document.querySelectorAll('#problems img, #class img, aside img').length") === 0, "a name is an element");
  },
  async "a model that does not end is ended, and the text is kept"() {
    await write(chain(100));
    check(await state() === "running" && await page.value("page.opened.name") === "Chain", await page.value("document.getElementById('message').textContent"));
    const before = await text(), begin = performance.now();
    // Minutes of work in one request.
    await page.value("page.link.ask('step', { count: 100000 }).then(() => 'not ended', error => error.message).then(text => { window.ended = text; }); 0");
    await page.until("window.ended", 20);
    check((await page.value("window.ended")).includes("was ended"), await page.value("window.ended"));
    console.log(`  ended after ${((performance.now() - begin) / 1000).toFixed(1)} s: ${await page.value("window.ended")}`);
    check(await text() === before, "the text");
    await page.until("document.getElementById('message').textContent !== '' && !!page.link.worker", 20);
    await page.value("page.link.ask('step')");
  },
  async "a model that needs too much memory is ended, and the page lives on"() {
    await page.value("playground.choose('pendulum.toml')");
    await settled();
    const before = await text();
    // A Jacobian of six thousand states, twice and more.
    await write(`name = "Greedy"\nconnections = [["step.y", "filter.u"]]\n[experiment]\nmethod = "RODAS"\n[components.step]\nclass = "Blocks.Sources.Step"\n[components.filter]\nclass = "Blocks.Continuous.TransferFunction"\nb = [1]\na = [${Array(6800).fill(1)}]\n`);
    const told = await page.value("document.getElementById('problems').textContent + document.getElementById('message').textContent");
    check(await state() === "refused" && /memory has run out|took more than 3 s/.test(told), told);
    await page.until("page.opened.name === 'Pendulum' && !!page.link.worker", 20);
    await write(before);
    check(await state() === "running", "the page does not go on");
    // An allocation that fails traps; these bytes are never written.
    await page.value("{ const archive = new Uint8Array(1.2e9); page.link.ask('runtime', { header: {}, archive }, [archive.buffer]).catch(error => { window.greedy = error.message; }); 0 }");
    await page.until("/needs more memory than the 1 GiB/.test(window.greedy) && !!page.link.worker && !document.getElementById('message').hidden", 20);
    await page.until("page.link.ask('step').then(() => true)");
  },
  async "the folder does the same over http"() {
    const folder = resolve(path).replace(/\.html$/, ""), types = { ".html": "text/html; charset=utf-8", ".json": "application/json" };
    const server = createServer(({ url }, response) => {
      const file = join(folder, url === "/" ? "index.html" : url.split("?")[0]);
      if (!existsSync(file)) { response.writeHead(404).end(); return; }
      response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
    });
    await new Promise(done => server.listen(0, "127.0.0.1", done));
    const own = `http://127.0.0.1:${server.address().port}/`, other = await browser.page(own, [1100, 650]);
    try {
      await other.until("document.body.dataset.state !== 'loading'", 60);
      check(await other.value("document.body.dataset.state") === "ready", await other.value("document.getElementById('message').textContent"));
      await other.value("playground.equip()");
      check(await other.value("playground.livePage().then(text => text.length)") > 1e6, "the page of the model");
      check(other.errors.length === 0, other.errors.join("; "));
      check(other.requests.every(request => request.startsWith(own)), other.requests.join(" "));
      console.log(`  ready in ${await other.value("document.body.dataset.ready")} ms`);
    } finally { await other.close(); server.closeAllConnections(); server.close(); }
  },
  async "nothing leaves the page and nothing is wrong"() {
    check(page.requests.length === 0, page.requests.join(" "));
    check(page.errors.length === 0, page.errors.join("; "));
  },
};

let failed = 0;
for (const [name, step] of Object.entries(steps)) {
  try { await step(); console.log(`ok ${name}`); } catch (error) {
    failed++;
    console.log(`FAILED ${name}: ${error.message}; ${page.errors.join("; ")}`);
    if (process.env.PICTURES) await page.picture(join(process.env.PICTURES, "failed.png"));
  }
}
if (process.env.PICTURES) await page.picture(join(process.env.PICTURES, "playground.png"));
await browser.close();
process.exit(failed ? 1 : 0);
