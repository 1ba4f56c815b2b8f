import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { salesBySize } from "~/platform/database/migrations/0069-sales-by-size.server";
import { booksFromOrders, bought, keptBooks } from "../../../tests/fixtures/books";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { oats, orderOf } from "../../../tests/fixtures/sizes";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { checkBookingZone } from "./booking-zone.server";

/** The tables of sums as they were keyed before: by product, with its sizes together. */
const SUMS = [
  { name: "productSales", key: ["merchantId", "productId"], sums: ["units", "amountCents"] },
  {
    name: "dayProductSales",
    key: ["merchantId", "day", "productId"],
    sums: ["units", "amountCents", "refundedUnits", "refundedCents"],
  },
];
const listOf = (columns: string[]) => sql.join(columns.map((column) => sql.ref(column)));

async function sumsByProduct({ services: { db } }: World): Promise<object[][]> {
  const results = [];
  for (const { name, key, sums } of SUMS)
    results.push(
      await sql<object>`select ${listOf(key)}, ${sql.join(sums.map((sum) => sql`cast(sum(${sql.ref(sum)}) as integer) as ${sql.ref(sum)}`))}
        from ${sql.table(name)} group by ${listOf(key)} order by ${listOf(key)}`.execute(db),
    );
  return results.map(({ rows }) => rows);
}

/** Puts the tables back to what they were before sums went by size, and updates them. */
const update = ({ services: { db, dialect } }: World) =>
  inTransaction(db, async (trx) => {
    await asBefore(trx, dialect);
    await salesBySize(trx, dialect);
  });

async function asBefore(db: Trx, dialect: Pick<Dialect, "name">): Promise<void> {
  for (const { name, key, sums } of SUMS) {
    const old = `${name}Old`;
    const columns = [
      ...key.map((column) => sql`${sql.ref(column)} text not null`),
      ...sums.map((sum) => sql`${sql.ref(sum)} bigint not null default 0`),
    ];
    await sql`create table ${sql.table(old)} (${sql.join(columns)},
      constraint ${sql.ref(`${old}Key`)} primary key (${listOf(key)}))`.execute(db);
    await sql`insert into ${sql.table(old)} select ${listOf(key)}, ${sql.join(sums.map((sum) => sql`sum(${sql.ref(sum)})`))}
      from ${sql.table(name)} group by ${listOf(key)}`.execute(db);
    await db.schema.dropTable(name).execute();
    await db.schema.alterTable(old).renameTo(name).execute();
    if (dialect.name === "postgres")
      await sql`alter table ${sql.table(name)} rename constraint ${sql.ref(`${old}Key`)} to ${sql.ref(`${name}Key`)}`.execute(
        db,
      );
  }
  await sql`create index "productSalesTop" on "productSales" ("merchantId", "units" desc, "productId")`.execute(db);
}

const bookedAt = async ({ services: { db } }: World) =>
  (await db.selectFrom("bookingZones").select("bookedAt").execute()).map((row) => row.bookedAt);

onBothDatabases("sums of sales from before they went by size", (world) => {
  test("are divided by size, and what a product sold in all and on a day stays", async () => {
    await checkBookingZone(world.services);
    const { merchant, _id, sack } = await oats(world);
    const honey = await aProduct(world, { merchantId: merchant._id, title: "Honey" });
    const buyer = await aUser(world);
    const lines = [
      { product: _id, variant: _id, quantity: 3 },
      { product: _id, variant: sack, quantity: 2 },
      { product: honey._id, quantity: 1 },
    ];
    const { _id: orderId } = await orderOf(world, buyer.token, lines);
    world.clock.forward(86_400);
    const at = `/product/order/merchant/${orderId}/cancel`;
    expect((await world.call("POST", at, { token: merchant.token, body: { reason: "Damp" } })).status).toBe(200);
    await orderOf(world, buyer.token, lines.slice(0, 1));
    const [books, sums] = [await keptBooks(world), await sumsByProduct(world)];

    await update(world);
    expect(await sumsByProduct(world)).toEqual(sums);
    expect(
      (await world.services.db.selectFrom("productSales").selectAll().where("units", ">", 0).execute()).length,
    ).toBe(1);
    expect(await bookedAt(world)).toEqual([""]);
    await checkBookingZone(world.services);
    expect(await bookedAt(world)).not.toEqual([""]);
    expect(await sumsByProduct(world)).toEqual(sums);
    expect(await keptBooks(world)).toEqual(books);
    expect(books).toEqual(await booksFromOrders(world));
  });

  test("stay as they are in a market that has no sizes, and are not booked anew", async () => {
    await checkBookingZone(world.services);
    const product = await aProduct(world);
    await bought(world, (await aUser(world)).token, [[product._id, 2]]);
    const [books, [booked]] = [await keptBooks(world), await bookedAt(world)];
    await update(world);
    expect(await keptBooks(world)).toEqual(books);
    expect(await bookedAt(world)).toEqual([booked]);
  });
});
