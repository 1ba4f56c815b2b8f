import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Kysely, Migrator } from "kysely";
import { pino } from "pino";
import { expect, test } from "vitest";
import { newPostgres } from "../../../../tests/databases/databases";
import { databaseOn, type Database } from "../database.server";
import type { Tables } from "../tables";
import { sqlite } from "../dialects/sqlite.server";
import { migrations } from "./index.server";
import { longTest } from "../../../../tests/fixtures/long-test";

const [PRODUCT, BUYER, MERCHANT, CATEGORY, ORDER] = ["a", "b", "c", "d", "e"].map((sign) => sign.repeat(24)) as [
  string,
  string,
  string,
  string,
  string,
];
const NOW = "2026-01-01T00:00:00.000Z";

async function migrateTo(dialect: Database["dialect"], name: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: dialect.unhurried() });
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations(dialect) } }).migrateTo(
    name,
  );
  await db.destroy();
  if (error) throw error;
}

/** A shop from before there were sizes: a product, a cart and its stock history. */
async function before({ db, dialect }: Database): Promise<void> {
  await migrateTo(dialect, "0056c-causes");
  // The old tables differ from today's types.
  const old = db as unknown as Kysely<any>;
  const user = {
    passwordHash: "",
    firstName: "",
    lastName: "",
    telephone: "",
    extras: "{}",
    createdAt: NOW,
    updatedAt: NOW,
  };
  await old
    .insertInto("users")
    .values([
      { ...user, _id: BUYER, email: "b@example.com", privilege: "buyer" },
      { ...user, _id: MERCHANT, email: "m@example.com", privilege: "merchant" },
    ])
    .execute();
  await old
    .insertInto("categories")
    .values({ _id: CATEGORY, title: "Fruit", folded: "fruit", tint: "leafy", position: 0, createdAt: NOW })
    .execute();
  await old
    .insertInto("products")
    .values({
      _id: PRODUCT,
      merchantId: MERCHANT,
      categoryId: CATEGORY,
      title: "Pears",
      description: "",
      amountCents: 500,
      discountType: "percentage",
      discountPercent: 10,
      priceCents: 450,
      taxClass: "standard",
      vatCents: 20,
      quantity: 7,
      sku: "P-1",
      barcode: "290",
      isPhysical: 1,
      measurement: "{}",
      tags: "[]",
      variations: "[]",
      availType: "published",
      isPublic: 1,
      searchText: "pears",
      createdAt: NOW,
      updatedAt: NOW,
      lowStockAt: 3,
      stockVersion: 2,
    })
    .execute();
  await old
    .insertInto("cartLines")
    .values({ userId: BUYER, productId: PRODUCT, quantity: 4, seenCents: 450, addedAt: NOW })
    .execute();
  await old
    .insertInto("stockChanges")
    .values({ _id: ORDER, productId: PRODUCT, at: NOW, kind: "added", pieces: 7, quantity: 7 })
    .execute();
}

/** Checks that shop after the migration to sizes. */
async function check({ db, dialect }: Database): Promise<void> {
  await migrateTo(dialect, "0057-variants");
  expect(await db.selectFrom("variants").selectAll().execute()).toMatchObject([
    {
      _id: PRODUCT,
      productId: PRODUCT,
      name: "",
      sku: "P-1",
      amountCents: 500,
      priceCents: 450,
      vatCents: 20,
      quantity: 7,
      stockVersion: 2,
      lowStockAt: 3,
      isPending: 0,
      deletedAt: null,
    },
  ]);
  expect(await db.selectFrom("products").select(["variantId", "variantCount"]).execute()).toEqual([
    { variantId: PRODUCT, variantCount: 1 },
  ]);
  expect(await db.selectFrom("cartLines").selectAll().execute()).toEqual([
    { userId: BUYER, productId: PRODUCT, variantId: PRODUCT, quantity: 4, seenCents: 450, addedAt: NOW },
  ]);
  expect(await db.selectFrom("stockChanges").select("variantId").execute()).toEqual([{ variantId: PRODUCT }]);
}

test("a shop from before there were sizes keeps price, stock, carts and history, on SQLite", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-variants-"));
  const database = databaseOn(sqlite(path.join(folder, "fieldstall.db")));
  await before(database);
  await check(database);
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

longTest("the same on Postgres", async () => {
  const { database, drop } = await newPostgres(pino({ level: "silent" }), "empty");
  await before(database);
  await check(database);
  await database.close();
  await drop();
});
