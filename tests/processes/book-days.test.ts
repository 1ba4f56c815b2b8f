import { execFile } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildServices } from "~/platform/services.server";
import { dayIn } from "~/platform/time-zone";
import { startFakeStripe, type FakeStripe } from "../fakes/stripe/fake-stripe";
import { testConfig } from "../fixtures/world";
import { buyersOf } from "./buyers";
import { environmentOf } from "./killed-shop";
import { onePlace, type Place } from "./places";
import { buildOnce, root, startProcess } from "./shop-process";

/* `npm run days:book` as an operator runs it, on a data folder whose days were booked in another time zone. */

// 25 hours apart, so that no moment has the same date in both.
const [WEST, EAST] = ["Pacific/Niue", "Pacific/Kiritimati"];

let place: Place;
let fake: FakeStripe;
let env: Record<string, string>;

beforeAll(async () => {
  buildOnce();
  place = await onePlace("sqlite");
  fake = await startFakeStripe({ now: () => new Date() });
  env = environmentOf(place, fake);
});

afterAll(async () => {
  await place.remove();
  await fake.close();
});

const start = (zone: string) => startProcess({ ...env, TZ: zone }, 0);

function bookDays(zone: string) {
  return new Promise<{ status: number; output: string }>((resolve) => {
    execFile(
      "npm",
      ["run", "--silent", "days:book"],
      { cwd: root, env: { NODE_ENV: "production", PATH: process.env["PATH"] ?? "", ...env, TZ: zone } },
      (error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

/** Returns the booked days of sales, and the days on which orders were paid in that time zone. */
async function days(zone: string) {
  const { db } = place.database;
  const booked = await db.selectFrom("daySales").select(["day", "orders"]).orderBy("day").execute();
  const paid = await db.selectFrom("orderParts").select("paidAt").where("paidAt", "is not", null).execute();
  const counts = new Map<string, number>();
  for (const { paidAt } of paid) {
    const day = dayIn(zone, paidAt ?? "");
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const fromOrders = [...counts].map(([day, orders]) => ({ day, orders })).toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return { booked, fromOrders, sales: paid.length };
}

test("a start in another time zone is refused, the command books the days anew, and then it starts", async () => {
  let shop = await start(WEST);
  const services = buildServices(testConfig(place.folder, false), { database: place.database });
  const buyers = await buyersOf(
    { services, fake, product: place.product, address: () => shop.address, triesAKey: 20 },
    1,
  );
  await expect.poll(() => buyers.bought()).toBeGreaterThan(0);
  await buyers.leave();
  await shop.stop();
  const west = await days(WEST);
  expect(west.booked).toEqual(west.fromOrders);
  expect(west.sales).toBeGreaterThan(0);

  await expect(start(EAST)).rejects.toThrow(
    /TZ is Pacific\/Kiritimati, .*booked in Pacific\/Niue\. Set TZ=Pacific\/Niue; or stop .*`npm run days:book`/,
  );
  expect((await days(WEST)).booked).toEqual(west.booked);

  const { status, output } = await bookDays(EAST);
  expect({ status, output }).toEqual({
    status: 0,
    output: expect.stringMatching(
      new RegExp(
        `booked in Pacific/Kiritimati, from ${west.sales} sales?\\.\nThey were booked in Pacific/Niue before:`,
      ),
    ),
  });
  const east = await days(EAST);
  expect(east.booked).toEqual(east.fromOrders);

  shop = await start(EAST);
  const [{ day, orders } = { day: "", orders: 0 }] = east.booked;
  const report = await fetch(`${shop.address}/api/v1/product/sales-report?since=${day}&until=${day}`, {
    headers: { Authorization: place.merchant.token },
  });
  expect((await report.json()).data).toMatchObject({ orders, timeZone: EAST });
  await shop.stop();
  await expect(start(WEST)).rejects.toThrow(/booked in Pacific\/Kiritimati/);
});
