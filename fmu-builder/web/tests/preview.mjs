// Follows a file: node preview.mjs FMU-BUILDER FOLDER
import { spawn } from "child_process";
import { mkdirSync, readFileSync, writeFileSync } from "fs";
import { get } from "http";
import { join } from "path";
import { Browser } from "./chromium.mjs";

const [, , builder, folder] = process.argv, file = join(folder, "followed.toml");
const read = name => readFileSync(new URL(`../../../examples/${name}`, import.meta.url), "utf8"), example = read("four_bar.toml");
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
  // A file that the model uses is followed, too.
  const corner = read("parts/corner.toml"), part = join(folder, "parts/corner.toml");
  mkdirSync(join(folder, "parts"));
  writeFileSync(part, corner);
  writeFileSync(file, read("car.toml"));
  await page.until("page.opened.name === 'Car'", 10);
  const mass = "page.opened.controls.find(control => /wheelMass$/.test(control.name)).value";
  if (await page.value(mass) !== 35) throw new Error(`wheelMass is ${await page.value(mass)}`);
  writeFileSync(part, corner.replace("wheelMass = { value = 35", "wheelMass = { value = 36"));
  await page.until(`${mass} === 36`, 10);
  writeFileSync(part, corner.replace("class = \"Joints.Prismatic\"", "class = \"Joints.Prismati\""));
  await page.until("document.body.dataset.model === 'refused'", 10);
  if (!/corner\.toml:\d+:\d+/.test(await page.value("document.getElementById('message').textContent"))) throw new Error("the part is not named");
  // A page of another site, whose name leads here.
  const status = await new Promise(done => get(url, { headers: { Host: "evil.example" } }, response => done(response.statusCode)));
  if (status !== 403) throw new Error(`a foreign host gets ${status}`);
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
