// A demo of its own on the built server, or one that runs already; and the pages that are looked at there.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { addressHere, startReference, startServer } from "./server.mjs";

/**
 * Opens a demo; `given` is the address of one that runs on this machine. `pages` are those of a purchase, each with the
 * headers of who sees it: the cart has goods in it, and the checkout is a buyer's who has some.
 *
 * @param {string} [givenAddress]
 * @returns {Promise<{ address: string; pages: { name: string; where: string; headers: Record<string, string> }[]; stop(): Promise<void> }>}
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

/** The cookie of the demo's buyer, who takes what is in the cart along. */
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
 * Those of a demo's pages that are `wanted` ("home,list"; all without it), each as it is and without a script: with the
 * `address` of the server that has it so, and a `label` for a table. `stop` stops the demo as well.
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
