import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEST_MS } from "../../scripts/gate/patience.mjs";
import { isSample } from "../../scripts/gate/sample.mjs";
import { startFakeStripe, type FakeStripe } from "../fakes/stripe/fake-stripe";
import { HEAD, PATH, row } from "../fixtures/spreadsheets";
import { environmentOf } from "./killed-shop";
import { onePlace, type Place } from "./places";
import { buildOnce, startProcess, type ShopProcess } from "./shop-process";

/*
 * The memory that a file of many rows needs. The shop runs with a limit for all of its JavaScript, and crashes if that
 * is too little.
 */

const HEAP_MB = 72;
const ROWS = 10_000;
let place: Place;
let fake: FakeStripe;
let shop: ShopProcess;

beforeAll(async () => {
  buildOnce();
  place = await onePlace("sqlite");
  fake = await startFakeStripe({ now: () => new Date() });
  const env = {
    ...environmentOf(place, fake),
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --max-semi-space-size=4`,
  };
  shop = await startProcess(env, 0);
});

afterAll(async () => {
  await shop?.kill();
  await place?.remove();
  await fake?.close();
});

async function call(method: string, path: string, body?: FormData) {
  const headers = { Authorization: place.merchant.token };
  const address = `${shop.address}/api/v1${PATH}/import${path}`;
  const answer = await fetch(address, { method, headers, ...(body && { body }) }).catch((cause: unknown) => {
    throw new Error(`The shop does not answer. ${shop.said()}`, { cause });
  });
  return (await answer.json()).data;
}

/** Waits for the report of an import, however slow the machine is. Throws if the shop has ended. */
async function takenOver(importId: string) {
  for (;;) {
    const report = await call("GET", `/${importId}`);
    if (report.appliedAt ?? report.problem) return report;
    await setTimeout(250);
  }
}

test(
  "a small shop takes ten thousand rows over, as new products and, in a whole run, with other prices",
  async () => {
    const { db } = place.database;
    const { _id: categoryId, title: category } = await db
      .selectFrom("categories")
      .select(["_id", "title"])
      .executeTakeFirstOrThrow();
    await db.insertInto("storeCategories").values({ userId: place.merchant._id, categoryId }).execute();
    const files = [
      ["3.00", "created"],
      ["4.00", "changed"],
    ] as const;
    for (const [price, outcome] of isSample ? files.slice(0, 1) : files) {
      const lines = Array.from({ length: ROWS }, (_, n) =>
        row(`S${n}`, { price, category, description: "Picked in the morning and packed by noon. ".repeat(4) }),
      );
      const form = new FormData();
      form.set("file", new File([[HEAD, ...lines].join("\n")], "products.csv"));
      const { _id } = await call("POST", "", form);
      await call("POST", `/${_id}/apply`);
      expect(await takenOver(_id)).toMatchObject({ appliedAt: expect.any(String), [outcome]: ROWS, wrong: 0 });
    }
  },
  3 * TEST_MS,
);
