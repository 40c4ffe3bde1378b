// Compares the builder in WebAssembly with the native one: node native.mjs WASM.GZ RUNTIME.ZIP FOLDER
// FOLDER has for each model NAME: NAME.csv of `simulate`, and NAME.fmu of `build` with that runtime.
import { existsSync, readFileSync, readdirSync } from "fs";
import { extname, join } from "path";
import { start } from "./host.mjs";

const [, , wasm, runtime, folder] = process.argv;
/** Largest difference of a number, relative to it or to 1. */
const TOLERANCE = 1e-12;

/** Cells of a line of a table, whose names may be quoted. */
const cells = line => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(found => found[1].replace(/^"|"$/g, "").replaceAll('""', '"')).slice(0, line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).length);

let failed = 0;
const fail = (name, text) => { failed++; console.log(`FAILED ${name}: ${text}`); };
const models = readdirSync(folder).filter(name => [".toml", ".mo", ".urdf"].includes(extname(name)));
const host = await start(wasm);
host.runtime({ folders: ["linux64"], extension: "so" }, readFileSync(runtime));
for (const path of existsSync(join(folder, "parts")) ? readdirSync(join(folder, "parts")) : []) {
  host.ask({ do: "file", name: `parts/${path}`, text: readFileSync(join(folder, "parts", path), "utf8") });
}
for (const model of models) {
  const stem = join(folder, model);
  const opened = host.ask({ do: "open", name: model, text: readFileSync(join(folder, model), "utf8") });
  if (!opened.ok) { fail(model, JSON.stringify(opened.diagnostics)); continue; }
  const rows = readFileSync(`${stem}.csv`, "utf8").trim().split("\n");
  const names = cells(rows[0]).slice(1), references = new Map(opened.controls.map(control => [control.name, control.reference]));
  const unknown = names.filter(name => !references.has(name));
  if (unknown.length) { fail(model, `no variable ${unknown[0]}`); continue; }
  const list = names.map(name => references.get(name));
  let worst = 0, where = "";
  host.ask({ do: "restart", stop: Number(rows.at(-1).split(",")[0]) });
  rows.slice(1).forEach((row, k) => {
    const [time, ...wanted] = row.split(",").map(Number);
    if (k) host.stepTo(time);
    host.get(list).forEach((value, i) => {
      const off = Math.abs(value - wanted[i]) / Math.max(1, Math.abs(wanted[i]));
      if (!(off <= worst)) [worst, where] = [off, `${names[i]} at ${time} s`];
    });
  });
  const ours = Buffer.from(host.file({ do: "fmu" })), native = readFileSync(`${stem}.fmu`);
  const equal = ours.equals(native);
  console.log(`${model}: ${rows.length - 1} rows, ${names.length} variables, largest difference ${worst.toExponential(1)}${worst ? ` (${where})` : ""}, FMU ${equal ? "equal" : "DIFFERS"}`);
  if (!(worst <= TOLERANCE)) fail(model, `${where}: ${worst}`);
  if (!equal) fail(model, `the FMU differs: ${ours.length} bytes, native ${native.length}`);
}
process.exit(failed ? 1 : 0);
