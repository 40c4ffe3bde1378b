// Builds the documentation site: node site.mjs FMU-BUILDER PLAYGROUND.html FOLDER
// README, docs/ and CHANGELOG as pages with search, a gallery of the examples that move, and the playground. All links are looked at.
import { execFileSync } from "child_process";
import { createHash } from "crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "fs";
import { dirname, join, normalize, relative } from "path";
import { fileURLToPath } from "url";
import { deflateRawSync } from "zlib";
import { Marked } from "marked";

const [, , builder, playground, out] = process.argv;
const here = dirname(fileURLToPath(import.meta.url)), root = join(here, "../../..");
const escape = text => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const anchor = text => text.toLowerCase().replace(/<[^>]+>/g, "").replace(/&\w+;/g, "").replace(/[^\p{L}\p{N} _-]/gu, "").trim().replaceAll(" ", "-");
const files = folder => readdirSync(join(root, folder)).filter(name => name.endsWith(".md")).map(name => join(folder, name));

/** Pages by their Markdown files; the README is the first page. */
const sources = ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", ...files("docs"), ...files("docs/classes"), ...files("docs/design")];
const target = source => source === "README.md" ? "index.html" : source.replace(/README\.md$/, "index.html").replace(/\.md$/, ".html");
let tried = 0;
const problems = [], anchors = new Map(), links = [];

/** Where a link of a page leads on the site. */
function address(from, href) {
  if (/^[a-z]+:/.test(href)) return href;
  const [path, fragment] = href.split("#"), file = path ? normalize(join(dirname(from), path)) : from;
  if (sources.includes(file)) {
    links.push({ from, to: target(file), fragment });
    return relative(dirname(target(from)), target(file)) + (fragment ? `#${fragment}` : "") || "#";
  }
  if (file.startsWith("docs/pictures/") && existsSync(join(root, file))) return relative(dirname(target(from)), file);
  if (existsSync(join(root, file))) {
    const example = file.match(/^examples\/([^/]+\.(?:toml|mo|urdf))$/);
    return example ? `${relative(dirname(target(from)), "playground.html")}#e=${example[1]}` : relative(dirname(target(from)), "index.html");
  }
  problems.push(`${from}: ${href} leads nowhere`);
  return href;
}

function page(source) {
  const marked = new Marked(), ids = new Set(), found = [];
  let title = "";
  marked.use({ renderer: {
    heading({ tokens, depth }) {
      const text = this.parser.parseInline(tokens);
      let id = anchor(text);
      for (let k = 1; ids.has(id); k++) id = `${anchor(text)}-${k}`;
      ids.add(id);
      title ||= text.replace(/<[^>]+>/g, "");
      found.push({ id, text: text.replace(/<[^>]+>/g, "") });
      return `<h${depth} id="${escape(id)}">${text}</h${depth}>\n`;
    },
    link({ href, tokens }) { return `<a href="${escape(address(source, href))}">${this.parser.parseInline(tokens)}</a>`; },
    image({ href, text }) { return `<img src="${escape(address(source, href))}" alt="${escape(text)}">`; },
    // A whole model can be tried.
    code({ text, lang }) {
      const block = `<pre><code>${escape(text)}</code></pre>\n`;
      if (lang !== "toml" || !/^name = /m.test(text) || !/^\[components\./m.test(text)) return block;
      const model = deflateRawSync(JSON.stringify({ name: "model.toml", text })).toString("base64url");
      tried++;
      return `${block}<p><a href="${relative(dirname(target(source)), "playground.html")}#m=${model}">Open in the playground</a></p>\n`;
    },
    // Nothing but Markdown: a page of ours has no other elements.
    html({ text }) { return /^\s*<!--/.test(text) ? "" : escape(text); },
  } });
  const html = marked.parse(readFileSync(join(root, source), "utf8"));
  anchors.set(target(source), ids);
  return { source, title, html, found };
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:15px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:230px minmax(0,1fr)}nav{padding:10px 14px;border-right:1px solid #8885;height:100vh;position:sticky;top:0;overflow:auto;box-sizing:border-box}nav a{display:block;text-decoration:none;padding:1px 0}nav h4{margin:10px 0 2px}main{padding:10px 24px;max-width:1000px}table{border-collapse:collapse;display:block;overflow:auto}td,th{border:1px solid #8885;padding:2px 8px;text-align:left;vertical-align:top}pre{overflow:auto;padding:8px;background:#8882}img{max-width:100%}.gallery{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr));gap:12px}.gallery iframe{width:100%;height:320px;border:1px solid #8885}#found a{display:block}@media(max-width:800px){body{display:block}nav{height:auto;position:static}}`;
const SEARCH = `"use strict";const words=document.getElementById("words"),found=document.getElementById("found"),base=document.body.dataset.base;let index=null;const load=()=>new Promise(done=>{if(index)return done();const script=document.createElement("script");script.src=base+"search.js";script.onload=()=>{index=window.SEARCH;done();};document.head.append(script);});words.addEventListener("input",async()=>{await load();const wanted=words.value.toLowerCase().split(/\\s+/).filter(Boolean);const hits=wanted.length?index.filter(([,,text])=>wanted.every(word=>text.includes(word))).slice(0,30):[];found.replaceChildren(...hits.map(([address,title])=>Object.assign(document.createElement("a"),{href:base+address,textContent:title})));});`;

const pages = sources.map(page);
const groups = [["Use", page => !/^docs\/(classes|design)\//.test(page.source) && page.source !== "docs/decisions.md" && !/^[A-Z]{6,}\.md$/.test(page.source) || page.source === "README.md"],
  ["Classes", page => page.source.startsWith("docs/classes/")],
  ["Design", page => page.source.startsWith("docs/design/") || ["docs/decisions.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].includes(page.source)]];

function whole(at, title, body) {
  const base = relative(dirname(at), ".") ? `${relative(dirname(at), ".")}/` : "";
  const link = ({ source, title: name }) => `<a href="${base}${escape(target(source))}">${escape(source === "README.md" ? "multibody-fmu" : name || source)}</a>`;
  const list = groups.map(([name, has]) => `<h4>${name}</h4>${pages.filter(has).map(link).join("")}`).join("");
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title><link rel="stylesheet" href="${base}site.css"></head><body data-base="${base}"><nav><input id="words" type="search" placeholder="Search" aria-label="Search"><div id="found"></div><h4>Try</h4><a href="${base}playground.html">Playground</a><a href="${base}gallery.html">Gallery</a>${list}</nav><main>${body}</main><script src="${base}site.js"></script></body></html>\n`;
}

const write = (path, text) => { mkdirSync(dirname(join(out, path)), { recursive: true }); writeFileSync(join(out, path), text); };
rmSync(out, { recursive: true, force: true });
for (const { source, title, html } of pages) write(target(source), whole(target(source), title, html));
write("site.css", STYLE);
write("site.js", SEARCH);
const entries = pages.flatMap(({ source, title, html, found }) => {
  const parts = html.split(/(?=<h[1-6] id=)/).filter(part => part.startsWith("<h"));
  return parts.map((part, k) => [`${target(source)}#${found[k].id}`, k ? `${title}: ${found[k].text}` : title, part.replace(/<[^>]+>/g, " ").toLowerCase()]);
});
write("search.js", `window.SEARCH=${JSON.stringify(entries)};\n`);
cpSync(join(root, "docs/pictures"), join(out, "docs/pictures"), { recursive: true });
cpSync(playground, join(out, "playground.html"));
const examples = readdirSync(join(root, "examples")).filter(name => /\.(toml|mo|urdf)$/.test(name)).sort();
mkdirSync(join(out, "examples"));
const cards = examples.map(name => {
  execFileSync(builder, ["animate", join(root, "examples", name), "-o", join(out, "examples", `${name}.html`), "--quiet"]);
  return `<div><iframe src="examples/${name}.html#play" title="${name}" loading="lazy"></iframe><a href="playground.html#e=${name}">${name} in the playground</a></div>`;
});
write("gallery.html", whole("gallery.html", "Gallery", `<h1 id="gallery">Gallery</h1><p>The examples as they move; each opens in the playground.</p><div class="gallery">${cards.join("")}</div>`));
for (const { from, to, fragment } of links) if (fragment && !anchors.get(to)?.has(fragment)) problems.push(`${from}: there is no #${fragment} on ${to}`);
if (problems.length) { console.log(problems.join("\n")); process.exit(1); }
console.log(`${out}: ${pages.length} pages, ${examples.length} examples, ${tried} models to try, ${links.length} links between pages, digest ${createHash("sha256").update(pages.map(page => page.html).join("")).digest("hex").slice(0, 12)}`);
