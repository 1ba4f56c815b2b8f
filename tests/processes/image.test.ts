import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildServices } from "~/platform/services.server";
import { startFakeStripe, type FakeStripe } from "../fakes/stripe/fake-stripe";
import { aWorkbook } from "../fixtures/workbooks";
import { testConfig } from "../fixtures/world";
import { buyersOf } from "./buyers";
import { environmentOf } from "./killed-shop";
import { onePlace, type Place } from "./places";
import { buildOnce, root, startProcess, type ShopProcess } from "./shop-process";

/*
 * The image has only the files of each package that the server was seen to load. Here the server runs with these files
 * alone, in a folder without packages above it, and does everything that loads more files later.
 */

const TOKEN = "0123456789abcdefghijklmnopqrstuvwxyz";
const image = mkdtempSync(path.join(tmpdir(), "fieldstall-image-"));
let place: Place;
let fake: FakeStripe;
let shop: ShopProcess;
let env: Record<string, string>;

beforeAll(async () => {
  buildOnce();
  execFileSync(process.execPath, [path.join(root, "scripts/image/gather.mjs"), image], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  place = await onePlace("sqlite");
  fake = await startFakeStripe({ now: () => new Date() });
  env = { ...environmentOf(place, fake), LOG_FORMAT: "pretty", METRICS_TOKEN: TOKEN };
  shop = await startProcess(env, 0, undefined, path.join(image, "build"));
});

afterAll(async () => {
  await shop?.kill();
  await place?.remove();
  await fake?.close();
  rmSync(image, { recursive: true, force: true });
});

/** Runs Node in the folder of the image. Returns its exit status and its output. */
function node(args: string[], dataDir = place.folder) {
  return new Promise<{ status: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      args,
      { cwd: image, env: { NODE_ENV: "production", ...env, DATA_DIR: dataDir } },
      (error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, said: `${stdout}${stderr}` }),
    );
  });
}

const call = (who: "merchant" | "buyer", address: string, body?: FormData) =>
  fetch(`${shop.address}/api/v1${address}`, {
    method: body ? "POST" : "GET",
    headers: { Authorization: place[who].token },
    ...(body && { body }),
  });

const aFile = (field: string, name: string, type: string, bytes: Uint8Array) => {
  const form = new FormData();
  form.set(field, new File([Uint8Array.from(bytes)], name, { type }));
  return form;
};

test("every package that the built server names is there", async () => {
  const built = [
    "build/server.js",
    ...readdirSync(path.join(image, "build/server/assets")).map((name) => `build/server/assets/${name}`),
  ];
  const named = built
    .filter((file) => file.endsWith(".js"))
    .flatMap((file) => [...readFileSync(path.join(image, file), "utf8").matchAll(IMPORTS)])
    .map(([, name]) => name as string);
  const packages = [...new Set(named)].filter((name) => !name.startsWith("node:") && !name.startsWith("."));
  expect(packages).toEqual(expect.arrayContaining(["@remix-run/node", "pdfkit", "stripe", "nodemailer", "pg"]));
  const missing = `const missing = [];
for (const name of ${JSON.stringify(packages)}) await import(name).catch((error) => missing.push(name + ": " + error.message));
console.log(missing.join("\\n"));`;
  expect(await node(["--input-type=module", "--eval", missing])).toEqual({ status: 0, said: "\n" });
});

/**
 * `import … from "name"`, `export … from "name"`, `import "name"` and `import("name")`, after a statement or in one.
 */
const IMPORTS = /(?:(?:^|;)(?:import|export)(?:\b[^"';]*\bfrom)?\s*["']|\bimport\(["'])([@.\w][^"'\n]*)["']/gm;

test("pages, the browser's files, a purchase, a picture, an invoice, spreadsheets and figures come", async () => {
  const home = await (await fetch(`${shop.address}/`)).text();
  expect(home).toContain("Heather honey");
  const script = /\/assets\/[\w.-]+\.js/.exec(home)![0];
  expect((await fetch(shop.address + script)).status).toBe(200);

  const services = buildServices(testConfig(place.folder, false), { database: place.database });
  const buyers = await buyersOf(
    { services, fake, product: place.product, address: () => shop.address, triesAKey: 20 },
    1,
  );
  await expect.poll(() => buyers.bought()).toBeGreaterThan(0);
  await buyers.leave();
  const orders = await (await call("merchant", "/product/order/merchant?page=1")).json();
  const invoice = await call("merchant", `/product/order/merchant/${orders.data.docs[0]._id}/invoice`);
  expect((await invoice.text()).slice(0, 5)).toBe("%PDF-");

  const photo = sharp({ create: { width: 400, height: 300, channels: 3, background: "#567" } })
    .jpeg()
    .toBuffer();
  const form = aFile("intendedFile[]", "market.jpg", "image/jpeg", await photo);
  form.set("intendedFileName", "image");
  const picture = await call("merchant", "/file", form);
  expect(await picture.text()).toContain("/400.webp");

  const rows = await aWorkbook([
    ["SKU", "Title", "Description", "Price", "Quantity", "Barcode", "Product category"],
    ["A-1", "Early apples", "", "", "", "", ""],
  ]);
  const sheet = aFile("file", "products.xlsx", "application/octet-stream", rows);
  const checked = await call("merchant", "/product/manage-product/import", sheet);
  expect(await checked.text()).toContain("Early apples");
  expect(await (await call("merchant", "/product/manage-product/export")).text()).toContain("Heather honey");

  const figures = await fetch(`${shop.address}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  expect(await figures.text()).toContain("process_resident_memory_bytes");
  expect(shop.logged.join("\n")).toContain("INFO");
});

test("every command that an operator runs is there, and a backup is taken and restored", async () => {
  const { scripts } = JSON.parse(readFileSync(path.join(image, "package.json"), "utf8"));
  const commands = [
    "operator",
    "lift-factor",
    "demo:remove",
    "backup",
    "restore",
    "doctor",
    "files:move",
    "move",
    "days:book",
  ];
  const asked = commands.map((name) => (scripts[name] as string).replace("node ", ""));
  expect(asked.filter((file) => !existsSync(path.join(image, file)))).toEqual([]);
  for (const command of ["scripts/operator.mjs", "scripts/lift-factor.mjs"])
    expect([command, (await node([command])).said]).toEqual([command, expect.stringContaining("npm run")]);
  const archive = path.join(place.folder, "../shop.tar.gz");
  expect(await node(["scripts/backup.mjs", archive])).toMatchObject({ status: 0 });
  const there = path.join(place.folder, "../restored");
  mkdirSync(there);
  const restored = await node(["scripts/restore.mjs", archive], there);
  expect(restored).toMatchObject({ status: 0, said: expect.stringContaining("the books agree") });
  expect((await node(["scripts/doctor.mjs"], there)).said).toContain("well   books");
  expect(await node(["scripts/book-days.mjs"], there)).toEqual({
    status: 0,
    said: expect.stringContaining("All days of sales and refunds are booked in UTC, from "),
  });
});
