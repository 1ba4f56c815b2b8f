import { changed as changedTags, productTag, STOCK } from "~/features/cache-tags";
import { sql, type Selectable } from "kysely";
import { timestamp } from "~/platform/clock";
import { FEW_LEFT } from "./schema";
import type { Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { NewRow, ProductRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";

/*
 * The stock of products, in pieces: taken and put back by conditional updates, in the transaction of the order or the
 * refund that it is for, and written down in the same one.
 */

/** Rows in one statement: far below what either database takes as parameters. */
const BATCH = 500;

interface Pieces {
  productId: string;
  quantity: number;
}

/** The products of an order, locked in one order so that two orders never wait for each other in a ring. */
export async function lockProducts(trx: Trx, dialect: Dialect, ids: string[]) {
  let query = trx
    .selectFrom("products")
    .select(["_id", "merchantId", "title", "sku", "priceCents", "quantity", "isPublic"])
    .where("_id", "in", ids)
    .orderBy("_id");
  if (dialect.forUpdate) query = query.forUpdate();
  const rows = await query.execute();
  return new Map(rows.map((row) => [row._id, row]));
}

/** What a change of stock is written with. */
type Writing = Pick<Services, "dialect" | "clock">;

/**
 * Takes pieces out of stock for an order, all lines in one statement. Answers whether every line had enough; where not,
 * some may have been taken, and the transaction must not go on.
 */
export async function takeStock(trx: Trx, services: Writing, lines: Pieces[], orderId: string): Promise<boolean> {
  const pieces = piecesOf(lines);
  const taken = await trx
    .updateTable("products")
    .set((eb) => ({ quantity: sql<number>`${eb.ref("quantity")} - ${pieces}`, stockAt: timestamp(services.clock) }))
    .where(
      "_id",
      "in",
      lines.map((line) => line.productId),
    )
    .where((eb) => eb("quantity", ">=", pieces))
    .returning(["_id", "quantity", "isPublic"])
    .execute();
  const rows = withBefore(lines, taken, -1);
  await noteStock(trx, services, "sold", ofOrder(rows, orderId));
  await announceStock(trx, services.dialect, rows);
  return taken.length === lines.length;
}

/** Puts back what was held for an order that was never paid. */
export async function releaseStock(trx: Trx, services: Writing, lines: Pieces[], orderId: string): Promise<void> {
  if (lines.length === 0) return;
  const held = await forgetHeld(trx, orderId);
  const pieces = lines.map(({ productId, quantity }) => ({ productId, quantity: held.get(productId) ?? quantity }));
  const rows = await putBack(trx, services, pieces);
  await announceStock(trx, services.dialect, rows);
}

/** Puts pieces of an order that was paid back into stock, all lines in one statement. */
export async function returnStock(trx: Trx, services: Writing, lines: Pieces[], orderId: string): Promise<void> {
  if (lines.length === 0) return;
  const rows = await putBack(trx, services, lines);
  await noteStock(trx, services, "returned", ofOrder(rows, orderId));
  await announceStock(trx, services.dialect, rows);
}

async function putBack(trx: Trx, { clock }: Writing, lines: Pieces[]) {
  const returned = await trx
    .updateTable("products")
    .set((eb) => ({ quantity: sql<number>`${eb.ref("quantity")} + ${piecesOf(lines)}`, stockAt: timestamp(clock) }))
    .where(
      "_id",
      "in",
      lines.map((line) => line.productId),
    )
    .returning(["_id", "quantity", "isPublic"])
    .execute();
  return withBefore(lines, returned, 1);
}

const ofOrder = (rows: { _id: string; quantity: number; before: number }[], orderId: string) =>
  rows.map(({ _id, quantity, before }) => ({ productId: _id, pieces: quantity - before, quantity, orderId }));

type Stocked = Pick<Selectable<ProductRow>, "_id" | "quantity" | "lowStockAt" | "isPublic">;

/** Writes the stock and the marks of products whose rows are locked, all in one statement, for who corrects them. */
export async function writeStock(
  trx: Trx,
  services: Writing,
  changes: { before: Stocked; after: Stocked }[],
  byUserId: string,
): Promise<void> {
  if (changes.length === 0) return;
  const { dialect, clock } = services;
  const by = (column: "quantity" | "lowStockAt") =>
    sql<number>`case "_id" ${sql.join(
      changes.map(({ after }) => sql`when ${after._id} then cast(${after[column]} as integer)`),
      sql` `,
    )} end`;
  await trx
    .updateTable("products")
    .set({ quantity: by("quantity"), lowStockAt: by("lowStockAt"), updatedAt: timestamp(clock) })
    .where(
      "_id",
      "in",
      changes.map(({ after }) => after._id),
    )
    .execute();
  await noteStock(
    trx,
    services,
    "corrected",
    changes.map(({ before, after: { _id, quantity } }) => ({
      productId: _id,
      pieces: quantity - before.quantity,
      quantity,
      byUserId,
    })),
  );
  await announceStock(
    trx,
    dialect,
    changes.map(({ before, after }) => ({ ...after, before: before.quantity })),
  );
}

/** What an order or a refund has changed, with the stock before it. */
function withBefore(lines: Pieces[], rows: Omit<Stocked, "lowStockAt">[], times: 1 | -1) {
  const pieces = new Map<string, number>();
  for (const { productId, quantity } of lines) pieces.set(productId, (pieces.get(productId) ?? 0) + quantity);
  return rows.map((row) => ({ ...row, before: row.quantity - times * (pieces.get(row._id) ?? 0) }));
}

/**
 * Public pages tell only whether there is any, and a product's own page how many once they are few: most orders change
 * none of them, and what they change is said no wider than it is shown. Kept answers of the service tell every number.
 */
async function announceStock(
  trx: Trx,
  dialect: Dialect,
  rows: { _id: string; quantity: number; before: number; isPublic: 0 | 1 }[],
): Promise<void> {
  const changed = rows
    .filter((row) => row.isPublic === 1)
    .map(({ _id, quantity: now, before }) => ({ _id, now, before }));
  const moved = changed.filter(({ now, before }) => now !== before);
  if (moved.length === 0) return;
  const soldOutOrBack = moved.filter(({ now, before }) => now > 0 !== before > 0).map(({ _id }) => _id);
  const few = moved.filter(({ now, before }) => Math.min(now, before) <= FEW_LEFT).map(({ _id }) => productTag(_id));
  const tags = [STOCK, ...few, ...(soldOutOrBack.length > 0 ? changedTags(soldOutOrBack) : [])];
  await dialect.announceChange(trx, tags);
}

/** Pages of what is sold out tell that held pieces may come back: once they are paid for, they do not. */
export async function announceSold(trx: Trx, dialect: Dialect, productIds: string[]): Promise<void> {
  const gone = await trx
    .selectFrom("products")
    .select("_id")
    .where("_id", "in", productIds)
    .where("quantity", "=", 0)
    .where("isPublic", "=", 1)
    .execute();
  if (gone.length > 0) await dialect.announceChange(trx, [STOCK, ...gone.map((row) => productTag(row._id))]);
}

function piecesOf(lines: Pieces[]) {
  const cases = lines.map((line) => sql`when ${line.productId} then cast(${line.quantity} as integer)`);
  return sql<number>`case "_id" ${sql.join(cases, sql` `)} else 0 end`;
}

type Noted = Pick<NewRow<"stockChanges">, "productId" | "pieces" | "quantity"> &
  Partial<Pick<NewRow<"stockChanges">, "orderId" | "byUserId">>;

/**
 * Writes down what has become of the stock of products, in the transaction that changes it. `pieces` is how many more
 * there are, below 0 fewer, and `quantity` how many afterwards; what changes nothing is left out.
 */
export async function noteStock(
  trx: Trx,
  { clock }: Pick<Services, "clock">,
  kind: NewRow<"stockChanges">["kind"],
  changes: Noted[],
): Promise<void> {
  const now = clock.now();
  const rows = changes
    .filter(({ pieces }) => pieces !== 0)
    .map((change) => ({ orderId: null, byUserId: null, ...change, kind, _id: newId(now), at: now.toISOString() }));
  for (let at = 0; at < rows.length; at += BATCH)
    await trx
      .insertInto("stockChanges")
      .values(rows.slice(at, at + BATCH))
      .execute();
}

/**
 * What was held for an order and is not any more was never sold: it leaves no trace. Answers how many pieces of each
 * product come back, fewer than were held where `countAwayHeld` has been at them.
 */
async function forgetHeld(trx: Trx, orderId: string): Promise<Map<string, number>> {
  const rows = await trx
    .deleteFrom("stockChanges")
    .where("orderId", "=", orderId)
    .returning(["productId", "pieces"])
    .execute();
  return new Map(rows.map(({ productId, pieces }) => [productId, -pieces]));
}

/**
 * A merchant has counted fewer pieces than unpaid orders hold: so many of each product, `short`, are not for sale again
 * when their holds end. Whoever asks holds the products' locks, and has set the stock to 0.
 */
export async function countAwayHeld(
  trx: Trx,
  services: Pick<Services, "clock">,
  short: Map<string, number>,
  byUserId: string,
): Promise<void> {
  const missing = new Map([...short].filter(([, pieces]) => pieces > 0));
  if (missing.size === 0) return;
  const held = await trx
    .selectFrom("stockChanges as c")
    .innerJoin("orders as o", "o._id", "c.orderId")
    .select(["c._id", "c.productId", "c.pieces"])
    .where("o.status", "=", "pending")
    .where("c.productId", "in", [...missing.keys()])
    .where("c.pieces", "<", 0)
    .orderBy("c._id")
    .execute();
  const away = held.flatMap(({ _id, productId, pieces }) => {
    const left = missing.get(productId) ?? 0;
    const taken = Math.min(left, -pieces);
    missing.set(productId, left - taken);
    return taken > 0 ? [{ _id, productId, pieces: -taken }] : [];
  });
  if (away.length === 0) return;
  const cases = away.map(({ _id, pieces }) => sql`when ${_id} then cast(${pieces} as integer)`);
  await trx
    .updateTable("stockChanges")
    .set((eb) => ({ pieces: sql<number>`${eb.ref("pieces")} - case "_id" ${sql.join(cases, sql` `)} end` }))
    .where(
      "_id",
      "in",
      away.map(({ _id }) => _id),
    )
    .execute();
  await noteStock(
    trx,
    services,
    "corrected",
    away.map(({ productId, pieces }) => ({ productId, pieces, quantity: 0, byUserId })),
  );
}
