import { setSold } from "../fixtures/shop";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectBooksToAgree } from "../fixtures/money";
import { buildServices } from "~/platform/services.server";
import { testConfig } from "../fixtures/world";
import { buyersOf } from "./buyers";
import { KilledShop } from "./killed-shop";
import { ownPostgres, type OwnPostgres } from "./own-postgres";
import { filledOnce } from "./places";
import { buildOnce } from "./shop-process";

/*
 * The built server uses its own Postgres, which is stopped, crashes and comes back, with and without requests
 * meanwhile.
 */

const PIECES = 5000;
/** The stock is read at every request, whatever else of a list is cached. */
const READS = "/api/v1/product/general";
const SAID = "We cannot reach our records just now";

let postgres: OwnPostgres;
let filled: Awaited<ReturnType<typeof filledOnce>>;
let shop: KilledShop;

beforeAll(async () => {
  buildOnce();
  postgres = await ownPostgres();
  filled = await filledOnce("postgres", postgres.url);
  shop = await KilledShop.open(await filled.copy());
});

afterAll(async () => {
  await shop.close();
  await filled.remove();
  await postgres.remove();
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.address}${path}`, { headers: { "Accept-Encoding": "identity", ...headers } }).then(async (answer) => ({
    status: answer.status,
    retryAfter: answer.headers.get("Retry-After"),
    text: await answer.text(),
  }));

/**
 * Waits until the database answers again. The shop checks for it twice a second and uses it at once, so only a few
 * checks lie between its return and the first response.
 */
async function becomesRight(): Promise<void> {
  await expect.poll(async () => (await ask(READS)).status).toBe(200);
}

test("Postgres is stopped while nobody asks: what is in the page cache goes on being served, everything else says so, and all is right again once it is back", async () => {
  const page = await ask("/products");
  expect(page.status).toBe(200);
  await postgres.stop();
  for (let times = 0; times < 3; times += 1) {
    expect(await ask("/products")).toMatchObject({ status: 200, text: page.text });
    expect(await ask(READS)).toMatchObject({ status: 503, retryAfter: "5" });
    const login = await ask("/login/customer", { Cookie: "theme=none" });
    expect(login).toMatchObject({ status: 503, retryAfter: "5" });
    expect(login.text).toContain(SAID);
    expect((await ask("/readyz")).status).toBe(503);
    expect((await ask("/healthz")).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await postgres.start();
  await becomesRight();
  expect((await ask("/login/customer", { Cookie: "theme=none" })).status).toBe(200);
});

test("Postgres is stopped, crashes and comes back in the middle of purchases: none is lost, none is made twice", async () => {
  const { place, fake } = shop;
  await setSold(place.database.db, { quantity: PIECES });
  // Shares the place's connection, which is closed with the place.
  const services = buildServices(testConfig(place.folder, false), { database: place.database });
  const buyers = await buyersOf(
    { services, fake, product: place.product, address: () => shop.address, triesAKey: Infinity },
    6,
  );
  const goOn = async (more: number) => {
    const from = buyers.bought();
    await expect.poll(() => buyers.bought() - from).toBeGreaterThanOrEqual(more);
  };
  await goOn(6);
  for (const end of [postgres.stop, postgres.crash]) {
    await end();
    expect(await ask(READS)).toMatchObject({ status: 503 });
    await new Promise((resolve) => setTimeout(resolve, 700));
    await postgres.start();
    await becomesRight();
    await goOn(6);
  }
  await buyers.leave();
  // Orders that an outage left unfinished are settled after their hold has ended.
  await shop.later(31 * 60);
  await shop.comeToRest();
  await expectBooksToAgree({ services: place.database }, fake, { product: place.product, had: PIECES });
  const paid = await place.database.db.selectFrom("orders").select("_id").where("status", "=", "paid").execute();
  expect(paid).toHaveLength(buyers.bought());
  expect(shop.mailsAbout(/^Order #\d+ is paid$/)).toBe(buyers.bought());
});
