// The page's host of WebAssembly, in Node.
import { readFileSync } from "fs";
import { gunzipSync } from "zlib";

const SOURCE = readFileSync(new URL("../../tool/src/scene/page/live/host.js", import.meta.url), "utf8");
export const Host = new Function(`${SOURCE}; return Host;`)();

/** An instance of the packed file. */
export async function start(path) {
  const module = await WebAssembly.compile(gunzipSync(readFileSync(path)));
  return Host.start(module, text => { throw new Error(text); });
}
