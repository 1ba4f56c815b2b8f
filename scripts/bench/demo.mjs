// Opens a new demo on the built server, or uses a running one, and lists the pages that are measured there.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { addressHere, startReference, startServer } from "./server.mjs";

/**
 * Opens a demo. `givenAddress` is the address of a demo that already runs on this machine. `pages` are the pages of a
 * purchase, each with the headers of its reader: the cart has goods in it, and the checkout belongs to a buyer with
 * goods in the cart.
 *
 * @param {string} [givenAddress]
 * @returns {Promise<{ address: string; pages: { name: string; where: string; headers: Record<string, string> }[];
 * stop(): Promise<void> }>}
 */
export async function openDemo(givenAddress) {
  const { address, stop } = givenAddress
    ? { address: addressHere(givenAddress), stop: async () => undefined }
    : await startDemo();
  const product = (await (await fetch(`${address}/api/v1/product/general`)).json()).data.docs.find(
    ({ quantity }) => quantity > 0,
  )._id;
  const cart = {
    cookie: `cartItems=${encodeURIComponent(Buffer.from(JSON.stringify(`${product}.1`)).toString("base64"))}`,
  };
  const buyer = { cookie: await signIn(address, cart) };
  const pages = [
    { name: "home", where: "/", headers: {} },
    { name: "list", where: "/products", headers: {} },
    { name: "product", where: `/products/${product}`, headers: {} },
    { name: "cart", where: "/shopping_cart", headers: cart },
    { name: "checkout", where: "/checkout", headers: buyer },
  ];
  return { address, pages, stop };
}

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

/** Signs the demo's buyer in, who takes the goods of the cart along, and returns the cookie. */
async function signIn(address, cart) {
  const { demoLogins, DEMO_PASSWORD } = await loadModule("place.ts");
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

/**
 * Returns a demo's pages twice: as they are, and without scripts from a reference server. `onlyNames` selects pages
 * ("home,list"); without it all are returned. Each has the `address` of its server and a `label` for a table. `stop`
 * also stops the demo.
 */
export async function besideReference({ address, pages, stop }, onlyNames) {
  const reference = await startReference("without-scripts", { OF: address });
  const measuredPages = pages
    .filter(({ name }) => !onlyNames || onlyNames.split(",").includes(name))
    .flatMap((page) => [
      { ...page, address, label: page.name },
      { ...page, address: reference.address, label: `${page.name}, without scripts` },
    ]);
  return {
    looked: measuredPages,
    async stop() {
      await reference.stop();
      await stop();
    },
  };
}
