// Requests drawn from what the shop says it takes: the calls and fields of its OpenAPI document, the pages of its table
// of routes, and the fields of its forms. Each request is sent as a visitor, a buyer, a merchant or an operator. The
// values are small inputs that can become much work.
import fc from "fast-check";
import { printTable } from "../bench/table.mjs";
import { addresses, carriesFile, cookieOf } from "./routes.mjs";
import { MOST, startWatched } from "./watched.mjs";

const MEGABYTE = 1024 * 1024;
const METHODS = ["get", "post", "put", "patch", "delete"];
const TRIES = 3;
const FORM = "application/x-www-form-urlencoded";
const FIELD = /\sname="([^"]{1,60})"/g;

/** Characters of a text: some are escaped, some folded, some counted, some split. */
const SIGNS = ["<", "&", '"', "a", "0", ",", ".", "\n", " ", "\u{1d7e0}", "ß", "ﷺ", "[", "%", "\u200f", "@"];
const LENGTHS = [0, 1, 60, 5000, 62_500, 240_000];

/**
 * Draws `count` requests, sends those whose names contain `onlyName` one after the other with limits on, and prints the
 * most expensive ones.
 */
export async function drawnRequests(count, seed, onlyName = "") {
  const server = await startWatched({ DEMO: "1", LIMITS: "on", TRUST_PROXY: "1" });
  try {
    const cookies = [undefined];
    for (const role of ["buyer", "merchant", "operator"]) cookies.push(await cookieOf(server, role));
    const document = await (await fetch(`${server.address}/api/v1/openapi.json`)).json();
    const pages = await addresses(server);
    const requests = fc.sample(requestsOf(document, pages, await fieldsOf(server, pages, cookies)), {
      numRuns: count,
      seed,
    });
    const loop = { most: 0, of: "" };
    const answer = { most: 0, of: "" };
    const broken = [];
    for (const [n, request] of requests.entries()) {
      const name = `${request.method} ${request.path.slice(0, 60)} ${request.type ?? ""} ${request.body?.length ?? 0}`;
      if (!name.includes(onlyName)) continue;
      let least = Infinity;
      for (let tries = 0; tries < TRIES && least > MOST.loopMilliseconds; tries += 1) {
        await server.fared({ collected: false });
        const { status, bytes, isFile } = await sendDrawn(server, request, cookies, n);
        if (status === 500) broken.push(name);
        if (!isFile && bytes > answer.most) Object.assign(answer, { most: bytes, of: name });
        least = Math.min(least, (await server.fared({ collected: false })).loopMilliseconds);
      }
      if (least > loop.most) Object.assign(loop, { most: least, of: name });
    }
    const isHeld = loop.most <= MOST.loopMilliseconds && answer.most <= MOST.answerBytes && broken.length === 0;
    printTable(
      [`${count} requests, seed ${seed}`, "loop ms", "of", "answer KB", "of", "failed"],
      [[isHeld ? "HELD" : "NOT", loop.most, loop.of, answer.most / 1024, answer.of, broken.length]],
    );
    for (const name of new Set(broken)) console.log(`failed: ${name}`);
    console.log(`the largest answer had ${(answer.most / MEGABYTE).toFixed(3)} MB`);
    return [{ held: isHeld }];
  } finally {
    await server.stop();
  }
}

/** Returns the field names of every form on the pages, as each role sees them. */
async function fieldsOf(server, pages, cookies) {
  const names = new Set(["__intent__", "__state__", "a"]);
  for (const cookie of cookies)
    for (const page of pages) {
      const response = await fetch(server.address + page, {
        redirect: "manual",
        headers: { ...(cookie && { Cookie: cookie }), "X-Forwarded-For": `198.51.100.${names.size % 250}` },
      });
      const html = /html/.test(response.headers.get("Content-Type") ?? "") ? await response.text() : "";
      for (const [, name] of html.matchAll(FIELD)) names.add(name);
    }
  return [...names];
}

function requestsOf(document, pages, fields) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => ({ path, method, operation: methods[method] })),
  );
  const properties = [...new Set(JSON.stringify(document.components).match(/"\w{2,20}":\{/g) ?? [])].map((text) =>
    text.slice(1, -3),
  );
  const text = fc
    .tuple(fc.constantFrom(...SIGNS), fc.constantFrom(...LENGTHS))
    .map(([sign, length]) => sign.repeat(Math.ceil(length / Buffer.byteLength(sign))));
  const suffix = fc.constantFrom("[0]", "[99]", "[99][99][99]", "[90000000]", ".a.a.a.a", "");
  const form = fc.oneof(
    fc
      .array(fc.tuple(fc.constantFrom(...fields), suffix, text), { minLength: 1, maxLength: 4 })
      .map((entries) =>
        entries
          .map(([name, more, value]) => `${encodeURIComponent(name + more)}=${encodeURIComponent(value)}`)
          .join("&"),
      ),
    fc
      .tuple(fc.constantFrom(...fields), suffix, fc.constantFrom(100, 399, 125_000))
      .map(([name, more, times]) => `${encodeURIComponent(name + more)}=1&`.repeat(times)),
  );
  const part = ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const multipart = fc
    .tuple(fc.constantFrom(...fields), text, fc.constantFrom(1, 400, 5000))
    .map(([name, value, times]) => `${part([name, value.slice(0, 240_000 / times)]).repeat(times)}--b--\r\n`);
  const json = fc.oneof(
    fc
      .dictionary(fc.constantFrom(...properties), fc.oneof(text, fc.integer(), fc.constant([]), fc.constant(null)))
      .map((value) => JSON.stringify(value)),
    fc.constantFrom(...properties).map((name) => `{"${name}":[${"0,".repeat(120_000)}0]}`),
    fc.constantFrom(...properties).map((name) => `{"${name}":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
  );
  const body = fc.oneof(
    form.map((content) => ({ type: FORM, body: content })),
    multipart.map((content) => ({ type: "multipart/form-data; boundary=b", body: content })),
    json.map((content) => ({ type: "application/json", body: content })),
  );
  const target = fc.oneof(
    fc.constantFrom(...calls).map(({ path, method }) => ({
      path: `/api/v1${path}`.replaceAll(/\{\w+\}/g, "a".repeat(24)).replace("/api/v1/api/v1", "/api/v1"),
      method: method.toUpperCase(),
    })),
    fc
      .tuple(fc.constantFrom(...pages), fc.constantFrom("GET", "POST", "POST"))
      .map(([path, method]) => ({ path, method })),
  );
  return fc
    .tuple(target, body, fc.nat(3), fc.boolean(), text)
    .map(([{ path, method }, content, personIndex, isKeyed, query]) => ({
      path: method === "GET" ? `${path}?q=${encodeURIComponent(query).slice(0, 8000)}` : path,
      method,
      who: personIndex,
      isKeyed,
      ...(method !== "GET" && { type: content.type, body: content.body.slice(0, 256 * 1024) }),
    }));
}

/** Sends one request from an address of its own, so that it measures the cost of a response and not of a rate limit. */
async function sendDrawn(server, { path, method, type, body, who, isKeyed }, cookies, n) {
  const response = await fetch(server.address + path, {
    method,
    redirect: "manual",
    headers: {
      "Sec-Fetch-Site": "same-origin",
      "X-Forwarded-For": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
      ...(cookies[who] && { Cookie: cookies[who] }),
      ...(type && { "Content-Type": type }),
      ...(isKeyed && { "Idempotency-Key": `drawn-${String(n).padStart(8, "0")}` }),
    },
    ...(body !== undefined && { body }),
  });
  const bytes = (await response.arrayBuffer()).byteLength;
  return { status: response.status, bytes, isFile: carriesFile(response) };
}
