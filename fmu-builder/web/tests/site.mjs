// Opens every page of the documentation site: node site.mjs FOLDER
import { readdirSync, statSync } from "fs";
import { join, resolve } from "path";
import { pathToFileURL } from "url";
import { Browser } from "./chromium.mjs";

const folder = resolve(process.argv[2]);
const pages = [];
const walk = at => readdirSync(at).forEach(name => { const path = join(at, name); if (statSync(path).isDirectory()) walk(path); else if (name.endsWith(".html")) pages.push(path); });
walk(folder);
const browser = await Browser.start();
let failed = 0;
const open = async path => {
  const url = pathToFileURL(path).href, page = await browser.page(url);
  try {
    await page.until("document.readyState === 'complete' && document.title !== '' && document.body.dataset.state !== 'loading'", 60);
    if (page.errors.length || page.requests.length) throw new Error([...page.errors, ...page.requests].join("; "));
    if (await page.value("document.body.dataset.state === 'failed'")) throw new Error("it says that it failed");
    if (await page.value("[...document.images].some(image => image.complete && image.naturalWidth === 0)")) throw new Error("a picture is missing");
  } catch (error) {
    failed++;
    console.log(`FAILED ${path.slice(folder.length + 1)}: ${error.message}`);
  }
  await page.close();
};
const waiting = [...pages];
await Promise.all([1, 2, 3, 4].map(async () => { while (waiting.length) await open(waiting.pop()); }));
// Search, and a model of a page in the playground.
const page = await browser.page(pathToFileURL(join(folder, "docs/classes/joints.html")).href);
await page.until("document.readyState === 'complete'");
await page.value(`{ const words = document.getElementById("words"); words.value = "universal joint"; words.dispatchEvent(new Event("input")); }`);
await page.until("document.querySelectorAll('#found a').length > 0");
const link = await page.value("[...document.querySelectorAll('main a')].find(link => link.href.includes('playground.html#m=')).href");
const other = await browser.page(link, [1500, 900]);
await other.until("document.body.dataset.state !== 'loading'", 60);
if (!(await other.value("!!page.opened")) || other.errors.length) { failed++; console.log(`FAILED ${link.slice(0, 80)}: ${other.errors.join("; ")}`); }
await browser.close();
console.log(`${pages.length} pages, ${failed} with problems`);
process.exit(failed ? 1 : 0);
