// Requests every address of the site in every kind of request, and shows the most expensive request of each kind.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { printTable } from "../bench/table.mjs";
import { root } from "../prepare.mjs";
import { TOO_MUCH } from "./too-much.mjs";
import { MOST, startWatched } from "./watched.mjs";

const MEGABYTE = 1024 * 1024;
const TRIES = 3;
const FORM = "application/x-www-form-urlencoded";
/** The largest number of fields in a form, in the largest number of bytes of a small form. */
const LARGE_FORM = Array.from({ length: 400 }, (_, n) => `field${n}=${"a".repeat(28)}`).join("&");

/** Requests everything, prints a line for each kind, and returns the results with whether each kind held. */
export async function tableOfRoutes() {
  const server = await startWatched({ DEMO: "1", LIMITS: "off" });
  try {
    const paths = await addresses(server);
    const results = [];
    for (const kind of await kinds(server)) results.push(await askRoute(server, paths, kind));
    printTable(
      [`${paths.length} addresses`, "loop ms", "of", "answer KB", "of", "left MB"],
      results.map((result) => [
        `${result.held ? "HELD" : "NOT "}  ${result.name}`,
        result.loop.most,
        result.loop.of,
        result.answer.most / 1024,
        result.answer.of,
        result.leftBytes / MEGABYTE,
      ]),
    );
    return results;
  } finally {
    await server.stop();
  }
}

/** Returns the paths of the build's table of routes, with a product's id or an unknown id for each parameter. */
export async function addresses(server) {
  const { routes } = await import(pathToFileURL(path.join(root, "build/server/index.js")).href);
  const whole = ({ path: ownPath, parentId }) =>
    [parentId && whole(routes[parentId]), ownPath].filter((part) => part !== undefined && part !== "").join("/");
  const list = await (await fetch(`${server.address}/api/v1/product/general`)).json();
  const product = list.data.docs[0]._id;
  const pages = Object.values(routes).filter((route) => route.path !== undefined || route.index);
  return [
    ...new Set(
      pages.map(
        (route) =>
          `/${whole(route).replace(":productId", product).replace(/:\w+/g, "a".repeat(24)).replace("*", "nowhere/at/all")}`,
      ),
    ),
  ];
}

async function kinds(server) {
  const signedIn = await Promise.all(
    ["buyer", "merchant", "operator"].map(async (role) => ({
      name: `read by a ${role}`,
      headers: { Cookie: await cookieOf(server, role) },
    })),
  );
  const read = [{ name: "read by a visitor" }, ...signedIn];
  const strange = TOO_MUCH.flatMap(([name, query, headers]) => [
    { name, query, headers },
    { name: `${name}, posted`, query, headers, body: "a=1" },
  ]);
  return [...read, ...strange, { name: "a form of 400 fields, posted", body: LARGE_FORM }];
}

/** Whether a response is a file to save or show. The limit on size leaves files aside. */
export function carriesFile({ headers }) {
  const isSaved = headers.get("Content-Disposition")?.startsWith("attachment");
  return isSaved || /^(video|image)\/|csv|pdf/.test(headers.get("Content-Type") ?? "");
}

export async function cookieOf(server, role) {
  const { 1: password } = /DEMO_PASSWORD = "(.+)"/.exec(readFileSync(path.join(root, "app/demo/logins.ts"), "utf8"));
  const answer = await fetch(`${server.address}/api/v1/user/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: `${role}@example.com`, password }),
  });
  const { token } = await answer.json();
  return `authToken=${encodeURIComponent(Buffer.from(JSON.stringify(token)).toString("base64"))}`;
}

/** Requests every address in one kind. Repeats requests that hold the loop up, because cold code is slow. */
async function askRoute(server, paths, { name, query = "", headers = {}, body }) {
  const loop = { most: 0, of: "" };
  const answer = { most: 0, of: "" };
  const init = body ? { method: "POST", body, headers: { ...headers, "Content-Type": FORM } } : { headers };
  const ask = async (address) => {
    const response = await fetch(server.address + address + query, { redirect: "manual", ...init });
    const bytes = (await response.arrayBuffer()).byteLength;
    return { bytes, isFile: carriesFile(response) };
  };
  // The first request loads what later ones find in memory.
  for (const address of paths) await ask(address);
  const before = await server.fared({ collected: true });
  for (const address of paths) {
    let least = Infinity;
    for (let n = 0; n < TRIES && least > MOST.loopMilliseconds; n += 1) {
      await server.fared({ collected: false });
      const { bytes, isFile } = await ask(address);
      if (!isFile && bytes > answer.most) Object.assign(answer, { most: bytes, of: address });
      least = Math.min(least, (await server.fared({ collected: false })).loopMilliseconds);
    }
    if (least > loop.most) Object.assign(loop, { most: least, of: address });
  }
  const leftBytes = Math.max(0, (await server.fared({ collected: true })).held - before.held);
  const isHeld = loop.most <= MOST.loopMilliseconds && answer.most <= MOST.answerBytes && leftBytes <= MOST.leftBytes;
  return { name, loop, answer, leftBytes, held: isHeld };
}
