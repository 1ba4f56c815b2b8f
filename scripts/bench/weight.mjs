// The bytes that a browser fetches, compressed with brotli and without pictures: HTML (with the styles that a first
// visit carries), linked CSS, and scripts before and after the first touch of the page.
//
//   node scripts/bench/weight.mjs [http://127.0.0.1:3000]
//
// The address is that of a running demo; without it the built server is started on a new demo.
import { brotliDecompressSync } from "node:zlib";
import { openDemo } from "./demo.mjs";
import { ask } from "./load.mjs";
import { printTable } from "./table.mjs";

const { address, pages, stop } = await openDemo(process.argv[2]);

const fetched = new Map();
const rows = [];
let html = 0;
for (const { name, where, headers } of pages) {
  const page = await fetchText(where, headers);
  html += page.bytes;
  const styles = [...page.text.matchAll(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)].map(([, href]) => href);
  const first = await withImports([...page.text.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, href]) => href));
  const scriptFiles = (/data-files="([^"]+)"/.exec(page.text)?.[1].split(" ") ?? []).filter((file) =>
    file.endsWith(".js"),
  );
  const [css, before, after] = [await sumOf(styles), await sumOf(first), await sumOf(await withImports(scriptFiles))];
  rows.push([name, page.bytes, css, before, page.bytes + css + before, 1 + new Set(styles).size + first.length, after]);
}
const bytesOf = (end) => [...fetched].reduce((sum, [href, file]) => sum + (href.endsWith(end) ? file.bytes : 0), 0);
const all = bytesOf(".css") + html;
rows.push(["all five, each file once", html, bytesOf(".css"), "", all, "", bytesOf(".js")]);
printTable(["brotli bytes", "HTML", "CSS", "JS", "total", "requests", "JS on a touch"], rows);
await stop();

async function fetchText(where, headers = {}) {
  const answer = await ask(new URL(where, address), { headers });
  if (answer.status !== 200) throw new Error(`${where} answered ${answer.status}.`);
  const text = answer.headers["content-encoding"] === "br" ? brotliDecompressSync(answer.body) : answer.body;
  return { bytes: answer.body.length, text: text.toString() };
}

async function fetchOnce(href) {
  if (!fetched.has(href)) fetched.set(href, await fetchText(href));
  return fetched.get(href);
}

/** Returns the scripts and all scripts that they statically import. */
async function withImports(hrefs) {
  const all = new Set(hrefs);
  for (const href of all) {
    const { text } = await fetchOnce(href);
    for (const [, file] of text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g)) all.add(`/assets/${file}`);
  }
  return [...all];
}

async function sumOf(hrefs) {
  let bytes = 0;
  for (const href of new Set(hrefs)) bytes += (await fetchOnce(href)).bytes;
  return bytes;
}
