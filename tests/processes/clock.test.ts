import { setSold } from "../fixtures/shop";
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { buildServices } from "~/platform/services.server";
import { startFakeStripe } from "../fakes/stripe/fake-stripe";
import { testConfig } from "../fixtures/world";
import { buyersOf } from "./buyers";
import { comeToRest, environmentOf } from "./killed-shop";
import { onePlace, type Kind, type Place } from "./places";
import { buildOnce, startProcess, type ShopProcess } from "./shop-process";

/* The clock of the built server's machine is changed while people buy: ahead, back, and past a sleep. */

const [HOUR, DAY] = [3600, 86_400];
const LEAPS = [DAY, -DAY, -HOUR, HOUR, 600];

beforeAll(buildOnce, 300_000);

const left: (() => Promise<unknown> | undefined)[] = [];
afterEach(async () => {
  for (const leave of left.splice(0).toReversed()) await leave();
});

async function open(kind: Kind) {
  const place = await onePlace(kind);
  left.push(() => place.remove());
  const fake = await startFakeStripe({ now: () => new Date() });
  left.push(() => fake.close());
  const shop = await startProcess({ ...environmentOf(place, fake), CLOCK_LEAPS: LEAPS.join() }, 0);
  left.push(() => shop.kill());
  await setSold(place.database.db, { quantity: 1000 });
  const services = buildServices(testConfig(place.folder, false), { database: place.database });
  const given = { services, fake, product: place.product, address: () => shop.address, triesAKey: 20 };
  let bought = 0;
  /** Makes a purchase, which needs calls, a hold, a payment and mails. Returns the number of purchases so far. */
  const somebodyBuys = async () => {
    const buyers = await buyersOf(given, 1);
    await expect.poll(() => buyers.bought()).toBeGreaterThan(0);
    await buyers.leave();
    return (bought += buyers.bought());
  };
  return { place, shop, fake, somebodyBuys };
}

async function isSignedIn(shop: ShopProcess, token: string): Promise<number> {
  return (await fetch(`${shop.address}/api/v1/user`, { headers: { Authorization: token } })).status;
}

/** Waits until the hourly jobs have run, by whatever the clock says now. */
const swept = ({ database: { db } }: Place, since: string) =>
  expect
    .poll(
      async () =>
        (await db.selectFrom("jobs").select("runAt").where("kind", "=", "sweep").executeTakeFirstOrThrow()).runAt,
    )
    .toSatisfy((runAt) => runAt > since);

describe.each(["sqlite", "postgres"] as const)("on %s", (kind) => {
  test("a day ahead and back, an hour back and on, asleep for ten minutes: purchases go on, each once, and who was signed in is", async () => {
    const { place, shop, fake, somebodyBuys } = await open(kind);
    const { db } = place.database;
    const inHours = (hours: number) => new Date(Date.now() + hours * HOUR * 1000).toISOString();
    await db
      .updateTable("tokens")
      .set({ expiresAt: inHours(12) })
      .where("userId", "=", place.merchant._id)
      .execute();
    const merchant = () => isSignedIn(shop, place.merchant.token);
    await somebodyBuys();

    shop.signal("SIGPWR");
    await expect.poll(merchant).toBe(401);
    await swept(place, inHours(24));
    await somebodyBuys();
    shop.signal("SIGPWR");
    await expect.poll(merchant).toBe(200);
    await somebodyBuys();

    shop.signal("SIGPWR");
    expect(await merchant()).toBe(200);
    await somebodyBuys();
    shop.signal("SIGPWR");
    await somebodyBuys();

    shop.signal("SIGSTOP");
    shop.signal("SIGPWR");
    shop.signal("SIGCONT");
    expect(await merchant()).toBe(200);
    const bought = await somebodyBuys();
    await comeToRest(place, () => null);
    const paid = await db.selectFrom("orders").select("_id").where("status", "=", "paid").execute();
    expect([paid.length, fake.store.intents.size]).toEqual([bought, bought]);
    const mails = await db.selectFrom("jobs").select("attempts").where("kind", "=", "mail").execute();
    expect(mails.filter(({ attempts }) => attempts !== 1)).toEqual([]);
    expect(readdirSync(path.join(place.folder, "outbox"))).toHaveLength(mails.length);
  });
});
