// Headless Chromium by its own protocol over a pipe (file descriptors 3 and 4): no package is needed.
import { spawn } from "child_process";
import { mkdtempSync, rmSync, existsSync, writeFileSync } from "fs";
import { tmpdir } from "os";
import { join } from "path";

const NAMES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
  "--no-first-run", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--remote-debugging-pipe", "--window-size=1200,900"];

const program = NAMES.find(name => name && existsSync(name));
if (!program) { console.log("skipped: there is no chromium"); process.exit(process.env.CI ? 1 : 0); }

export class Browser {
  static async start() {
    const browser = new Browser();
    browser.folder = mkdtempSync(join(tmpdir(), "chromium-"));
    browser.process = spawn(program, [...FLAGS, `--user-data-dir=${browser.folder}`, "about:blank"],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.next = 0;
    browser.waiting = new Map();
    browser.listeners = [];
    let text = "";
    browser.process.stdio[4].on("data", data => {
      text += data;
      for (let at; (at = text.indexOf("\0")) >= 0; text = text.slice(at + 1)) browser.hear(JSON.parse(text.slice(0, at)));
    });
    return browser;
  }

  hear(message) {
    if (message.id) {
      const { done, fail } = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) fail(new Error(message.error.message)); else done(message.result);
    } else this.listeners.forEach(listener => listener(message));
  }

  send(method, params = {}, sessionId) {
    return new Promise((done, fail) => {
      this.waiting.set(++this.next, { done, fail });
      this.process.stdio[3].write(`${JSON.stringify({ id: this.next, method, params, sessionId })}\0`);
    });
  }

  /** A page at an address, with what it writes to its console and asks of the network. */
  async page(url, size = [1200, 900]) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    this.listeners.push(message => { if (message.sessionId === sessionId) page.hear(message); });
    for (const domain of ["Runtime", "Page", "Log", "Network"]) await page.send(`${domain}.enable`);
    await page.send("Emulation.setDeviceMetricsOverride", { width: size[0], height: size[1], deviceScaleFactor: 1, mobile: false });
    await this.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: this.folder, eventsEnabled: true });
    await page.send("Page.navigate", { url });
    return page;
  }

  /** Longest task of the busiest page's main thread while `act` is done, ms of processor time: neither waiting for pictures that are drawn without a
      graphics processor nor other programs count. */
  async longestTask(act) {
    const events = [];
    const whole = new Promise(done => this.listeners.push(({ method, params }) => {
      if (method === "Tracing.dataCollected") events.push(...params.value);
      if (method === "Tracing.tracingComplete") done();
    }));
    await this.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel", "disabled-by-default-devtools.timeline"] } });
    await act();
    await this.send("Tracing.end");
    await whole;
    this.listeners.pop();
    const thread = event => `${event.pid} ${event.tid}`, tasks = new Map();
    for (const event of events) if (event.name === "thread_name" && event.args.name === "CrRendererMain") tasks.set(thread(event), []);
    for (const event of events) if (event.name.endsWith("RunTask") && event.tdur) tasks.get(thread(event))?.push(event.tdur / 1000);
    const [busiest] = [...tasks.values()].sort((a, b) => b.reduce((x, y) => x + y, 0) - a.reduce((x, y) => x + y, 0));
    return Math.max(...busiest);
  }

  async close() {
    await this.send("Browser.close").catch(() => {});
    await new Promise(done => this.process.once("exit", done));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

class Page {
  constructor(browser, sessionId, targetId) { Object.assign(this, { browser, sessionId, targetId, errors: [], requests: [] }); }

  hear({ method, params }) {
    if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled" && params.type === "error") this.errors.push(params.args.map(arg => arg.value).join(" "));
    if (method === "Log.entryAdded" && params.entry.level === "error") this.errors.push(params.entry.text);
    if (method === "Network.requestWillBeSent" && /^(https?|wss?):/.test(params.request.url)) this.requests.push(params.request.url);
  }

  send(method, params) { return this.browser.send(method, params, this.sessionId); }

  /** The value of an expression, which may be a promise. */
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(`${expression.slice(0, 200)}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression, seconds = 20) {
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      if (await this.value(expression).catch(() => false)) return;
      await new Promise(done => setTimeout(done, 30));
    }
    throw new Error(`not within ${seconds} s: ${expression}`);
  }

  click(id) { return this.value(`document.getElementById(${JSON.stringify(id)}).click()`); }

  /** The pointer at a place of the page: mousePressed, mouseMoved, mouseReleased. */
  mouse(type, x, y, buttons = 1) { return this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons, clickCount: 1 }); }

  async key(key, code = key) {
    const text = key.length === 1 ? key : undefined;
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, code, text });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, code });
  }

  async picture(file) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(file, Buffer.from(data, "base64"));
  }

  async close() { await this.browser.send("Target.closeTarget", { targetId: this.targetId }); }
}
