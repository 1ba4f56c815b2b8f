import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildServices } from "~/platform/services.server";
import { startFakeStripe, type FakeStripe } from "../fakes/stripe/fake-stripe";
import { ADDRESS, PASSWORD } from "../fixtures/shop";
import { testConfig } from "../fixtures/world";
import { buyersOf } from "./buyers";
import { environmentOf } from "./killed-shop";
import { onePlace, type Place } from "./places";
import { buildOnce, root, startProcess, type ShopProcess } from "./shop-process";

/* Information for people who watch over a shop: its log and its metrics. */

const TOKEN = "0123456789abcdefghijklmnopqrstuvwxyz";
let place: Place;
let fake: FakeStripe;
let shop: ShopProcess;

beforeAll(async () => {
  buildOnce();
  place = await onePlace("sqlite");
  fake = await startFakeStripe({ now: () => new Date() });
  shop = await startProcess({ ...environmentOf(place, fake), LOG_LEVEL: "debug", METRICS_TOKEN: TOKEN }, 0);
});

afterAll(async () => {
  await shop?.kill();
  await place?.remove();
  await fake?.close();
});

const lines = () => shop.logged.map((line) => JSON.parse(line) as Record<string, unknown>);

test("the log tells of a purchase step by step, and of nobody's name, address, token, password or search", async () => {
  const get = (address: string, init: RequestInit = {}) =>
    fetch(`${shop.address}${address}`, { redirect: "manual", ...init });
  const [made, kept] = [await get("/products?q=secretsearch"), await get("/products?q=secretsearch")];
  await get(`/product/${place.product}`);
  await get("/no/such/page/ada@example.com");
  const login = await get("/login/customer", {
    method: "POST",
    body: new URLSearchParams({ email: place.buyer.email, password: PASSWORD }),
    headers: { Origin: shop.address },
  });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  expect((await get("/customer/order_history", { headers: { Cookie: cookie } })).status).toBe(200);
  const services = buildServices(testConfig(place.folder, false), { database: place.database });
  const buyers = await buyersOf(
    { services, fake, product: place.product, address: () => shop.address, triesAKey: 20 },
    1,
  );
  await expect.poll(() => buyers.bought()).toBeGreaterThan(0);
  await buyers.leave();
  await expect
    .poll(() => lines().some((line) => line["kind"] === "mail" && line["msg"] === "a job is done"))
    .toBe(true);

  const requests = lines().filter((line) => line["msg"] === "request");
  const about = (route: string) => requests.filter((line) => line["route"] === route);
  expect(about("/products").map((line) => line["cache"])).toEqual(["miss", "hit"]);
  expect(about("/products")[0]).toMatchObject({
    method: "GET",
    status: 200,
    account: "visitor",
    ms: expect.any(Number),
    requestId: expect.stringMatching(/^[0-9a-f]{24}$/),
  });
  // Support finds a request in the log by this id, even if the page cache answered it.
  expect(about("/products").map((line) => line["requestId"])).toEqual(
    [made, kept].map((answer) => answer.headers.get("X-Request-Id")),
  );
  expect(Number(about("/products")[0]?.["bytes"])).toBeGreaterThan(1000);
  expect(about("/customer/order_history")[0]).toMatchObject({ status: 200, account: "buyer" });
  expect(about("/api/v1/product/payment/finalize")[0]).toMatchObject({ status: 200, account: "buyer", method: "POST" });
  expect(requests.some((line) => line["status"] === 404)).toBe(true);
  const steps = lines().filter((line) => line["msg"] === "order");
  expect([...new Set(steps.map((line) => line["step"]))]).toEqual(["held", "paid"]);

  const all = shop.logged.join("\n");
  const token = /authToken=([^;]+)/.exec(cookie)?.[1] ?? "none was given";
  for (const secret of [
    place.buyer.email,
    PASSWORD,
    token,
    "secretsearch",
    "example.com",
    ADDRESS.streetAddress,
    "Byron",
    TOKEN,
  ])
    expect(all).not.toContain(secret);
});

test("the figures are told to who has the token alone, and have all that the dashboard and the alerts read", async () => {
  expect((await fetch(`${shop.address}/metrics`)).status).toBe(404);
  expect((await fetch(`${shop.address}/metrics`, { headers: { Authorization: "Bearer other" } })).status).toBe(404);
  const answer = await fetch(`${shop.address}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  const told = await answer.text();
  expect(answer.status).toBe(200);
  expect(told).toMatch(
    /fieldstall_request_seconds_count\{method="GET",route="\/products",status="200",cache="hit"\} 1/,
  );
  expect(told).toMatch(/fieldstall_orders_day\{state="paid"\} [1-9]/);
  expect(told).toMatch(/fieldstall_jobs_done_day\{kind="mail"\} [1-9]/);
  const read = ["dashboard.json", "alerts.yaml"].map((name) =>
    readFileSync(path.join(root, "docs/operations", name), "utf8"),
  );
  const names = new Set(read.join().match(/\b(fieldstall|nodejs|process)_[a-z0-9_]+/g));
  expect(names.size).toBeGreaterThan(10);
  // SQLite has neither a pool nor a replica.
  for (const name of names) if (/^fieldstall_(pool|replica|reads)/.test(name)) names.delete(name);
  for (const name of names) expect(told).toContain(`# TYPE ${name.replace(/_(count|bucket)$/, "")} `);
});

test("who asks for no figures has none, and a port of their own has them without a token", async () => {
  const plain = await onePlace("sqlite");
  const { freePort } = await import("../fixtures/free-port");
  const port = await freePort();
  const other = await startProcess({ ...environmentOf(plain, fake), METRICS_PORT: String(port) }, 0);
  expect((await fetch(`${other.address}/metrics`)).status).toBe(404);
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain("fieldstall_holds 0");
  await other.stop();
  await plain.remove();
});
