// Follows a file: node preview.mjs FMU-BUILDER FOLDER
import { spawn } from "child_process";
import { readFileSync, writeFileSync } from "fs";
import { join } from "path";
import { Browser, program } from "./chromium.mjs";

if (!program()) { console.log("skipped: there is no chromium"); process.exit(0); }

const [, , builder, folder] = process.argv, file = join(folder, "followed.toml");
const example = readFileSync(new URL("../../../examples/four_bar.toml", import.meta.url), "utf8");
writeFileSync(file, example);
const server = spawn(builder, ["preview", file], { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((done, fail) => {
  server.stdout.on("data", data => { const found = String(data).match(/http:\/\/127\.0\.0\.1:\d+\//); if (found) done(found[0]); });
  server.on("exit", code => fail(new Error(`preview ended with ${code}`)));
});
const browser = await Browser.start(), page = await browser.page(url);
let failed = 0;
try {
  await page.until("document.body.dataset.model === 'running' && page.opened.name === 'FourBar'", 60);
  await page.click("play");
  await page.until("page.now > 0.1");
  await page.value("page.viewer.yaw = 1.5");
  writeFileSync(file, example.replace('name = "FourBar"', 'name = "Changed"'));
  await page.until("page.opened.name === 'Changed' && page.plays && page.viewer.yaw === 1.5", 10);
  writeFileSync(file, example.replace("Joints.Revolute", "Joints.Revolut"));
  await page.until("document.body.dataset.model === 'refused'", 10);
  const message = await page.value("document.getElementById('message').textContent");
  if (!/followed\.toml:\d+:\d+: .*Revolut/s.test(message)) throw new Error(message);
  if (await page.value("page.opened.name") !== "Changed" || !(await page.value("page.shapes.length"))) throw new Error("the last picture is gone");
  writeFileSync(file, example);
  await page.until("page.opened.name === 'FourBar' && document.getElementById('message').hidden", 10);
  if (page.errors.length) throw new Error(page.errors.join("; "));
  if (page.requests.some(request => !request.startsWith(url))) throw new Error(page.requests.join(" "));
  console.log("the page follows its file");
} catch (error) {
  failed = 1;
  console.log(`FAILED: ${error.message}; ${page.errors.join("; ")}`);
}
await browser.close();
server.removeAllListeners("exit");
server.kill();
process.exit(failed);
