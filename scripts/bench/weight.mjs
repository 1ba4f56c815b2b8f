// What a browser has to fetch, pictures apart: bytes of HTML, CSS and JavaScript, compressed with brotli; of scripts
// before somebody touches the page, and once somebody has.
//
//   node scripts/bench/weight.mjs [http://127.0.0.1:3000]
//
// The address is a running demo's; without one the built server is started on a demo of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { build } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { ask } from "./load.mjs";
import { addressHere, startServer } from "./server.mjs";
import { printTable } from "./table.mjs";

const given = process.argv[2];
const { demoLogins, DEMO_PASSWORD } = await loadModule("place.ts");
const own = given ? null : await startDemo();
const address = own?.address ?? addressHere(given);

const product = (await (await fetch(`${address}/api/v1/product/general`)).json()).data.docs.find(
  ({ quantity }) => quantity > 0,
)._id;
const cart = {
  cookie: `cartItems=${encodeURIComponent(Buffer.from(JSON.stringify(`${product}.1`)).toString("base64"))}`,
};
const buyer = { cookie: await signIn() };
const pages = [
  ["home", "/", {}],
  ["shop", "/products", {}],
  ["product", `/products/${product}`, {}],
  ["cart", "/shopping_cart", cart],
  ["checkout", "/checkout", buyer],
];

const fetched = new Map();
const rows = [];
let html = 0;
for (const [name, where, headers] of pages) {
  const page = await fetchText(where, headers);
  html += page.bytes;
  const styles = [...page.text.matchAll(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)].map(([, href]) => href);
  const first = await withImports([...page.text.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, href]) => href));
  const held = /data-files="([^"]+)"/.exec(page.text)?.[1].split(" ") ?? [];
  const [css, before, after] = [await sumOf(styles), await sumOf(first), await sumOf(await withImports(held))];
  rows.push([name, page.bytes, css, before, page.bytes + css + before, 1 + new Set(styles).size + first.length, after]);
}
const kept = (end) => [...fetched].reduce((sum, [href, file]) => sum + (href.endsWith(end) ? file.bytes : 0), 0);
const all = kept(".css") + html;
rows.push(["all five, each file once", html, kept(".css"), "", all, "", kept(".js")]);
printTable(["brotli bytes", "HTML", "CSS", "JS", "total", "requests", "JS on a touch"], rows);
await own?.stop();

async function startDemo() {
  await build();
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-bench-"));
  const server = await startServer({ DEMO: "1", DATA_DIR: folder });
  return {
    address: server.address,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Cookies of the demo's buyer, with one product in the cart. */
async function signIn() {
  const { email, at } = demoLogins.find(({ role }) => role === "Buyer");
  const answer = await fetch(address + at, {
    method: "POST",
    redirect: "manual",
    headers: { ...cart, origin: address },
    body: new URLSearchParams({ email, password: DEMO_PASSWORD }),
  });
  if (answer.status !== 303) throw new Error(`The demo's buyer could not sign in: ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .filter((cookie) => cookie.includes("authToken"))
    .join("; ");
}

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

/** The scripts, and those that they import at once. */
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
