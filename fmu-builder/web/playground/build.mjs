// Builds the playground: node build.mjs WASM.GZ FMU OUT.html, and the folder OUT with the same in files that a server serves.
// FMU is any that the builder made: its runtime libraries go into the page, as they are packed there.
import { createHash } from "crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "fs";
import { dirname, join } from "path";
import { fileURLToPath } from "url";
import { build } from "esbuild";

const [, , wasm, fmu, out] = process.argv;
const here = dirname(fileURLToPath(import.meta.url)), pages = join(here, "../../tool/src/scene/page"), examples = join(here, "../../../examples");
const read = path => readFileSync(path, "utf8");
/** Text in a script element that no browser runs: nothing in it may end it. */
const plain = text => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const json = value => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The entry of an archive as an archive of its own (PKWARE's APPNOTE.TXT, 4.3). */
function alone(bytes, entry) {
  const local = bytes.readUInt32LE(entry + 42), data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const file = bytes.subarray(local, data + bytes.readUInt32LE(entry + 20));
  const length = 46 + bytes.readUInt16LE(entry + 28) + bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32);
  const directory = Buffer.from(bytes.subarray(entry, entry + length)), end = Buffer.alloc(22);
  directory.writeUInt32LE(0, 42);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(file.length, 16);
  return Buffer.concat([file, directory, end]);
}

/** The runtime libraries of an FMU. */
function runtimes(bytes) {
  const found = [], end = bytes.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  let entry = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    const name = bytes.subarray(entry + 46, entry + 46 + bytes.readUInt16LE(entry + 28)).toString();
    const [, folder, extension] = name.match(/^binaries\/([^/]+)\/[^/]+\.(\w+)$/) ?? [];
    if (folder) found.push({ header: { folders: [folder], extension }, archive: alone(bytes, entry).toString("base64") });
    entry += 46 + bytes.readUInt16LE(entry + 28) + bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32);
  }
  return found;
}

const files = folder => readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isFile() && /\.(toml|mo|urdf)$/.test(entry.name)).map(entry => entry.name);
const list = [...files(examples), ...files(join(examples, "parts")).map(name => `parts/${name}`)].sort();
const models = list.map(name => ({ name, text: read(join(examples, name)) }));
const bundle = await build({ entryPoints: [join(here, "editor.js")], bundle: true, minify: true, format: "iife", globalName: "Editor", write: false, legalComments: "none" });
const packed = readFileSync(wasm).toString("base64"), page = name => read(join(pages, name));
const style = page("style.css") + page("live/live.css");
const nonce = createHash("sha256").update(packed).update(json(models)).digest("base64");
// What the page of a model alone is made of, but for what the playground has in its own scripts.
const inner = { nonce, connect: "'none'", generator: "multibody-fmu playground", style, controls: page("live/controls.html"), start: page("live/start.js") };
const template = page("live/live.html").replace(/\{\{(\w+)\}\}/g, (field, name) => inner[name] ?? field);
const libraries = json(runtimes(readFileSync(fmu))), editor = bundle.outputFiles[0].text.replaceAll("</script", "<\\/script");
const fields = {
  nonce, style: style + read(join(here, "playground.css")), controls: page("live/controls.html"), connect: "'none'",
  examples: json(models), runtimes: libraries, template: plain(template),
  worker: page("live/host.js") + page("live/worker.js"), wasm: packed, editor,
  viewer: page("viewer.js"), stage: page("stage.js"), link: page("live/link.js"), live: page("live/live.js"), playground: read(join(here, "playground.js")),
};
const filled = fields => read(join(here, "playground.html")).replace(/\{\{(\w+)\}\}/g, (_, name) => fields[name] ?? "");
const html = filled(fields), folder = out.replace(/\.html$/, "");
writeFileSync(out, html);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
writeFileSync(join(folder, "index.html"), filled({ ...fields, connect: "'self'", runtimes: "", wasm: "" }));
writeFileSync(join(folder, "runtimes.json"), libraries);
copyFileSync(wasm, join(folder, "fmu_web.wasm.gz"));
console.log(`${out}: ${(html.length / 1e6).toFixed(2)} MB, ${models.length} files, editor ${(editor.length / 1e3).toFixed(0)} kB`);
