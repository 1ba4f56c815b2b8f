import { changed as changedTags, productTag, STOCK } from "~/features/cache-tags";
import { sql } from "kysely";
import { timestamp } from "~/platform/clock";
import { FEW_LEFT } from "./schema";
import type { Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { NewRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import { jobProducer } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { refreshFigures, type Variant } from "./variants.server";

/*
 * The stock of sizes, in pieces. Conditional updates take pieces and put them back, in the transaction of the order or
 * the refund that they are for. The stock history is written in the same transaction.
 */

/** A year, so that stock can be compared with a year ago, and a month more for those who look late. */
const KEPT_DAYS = 400;
/** Rows in one statement: far below the number of parameters that either database allows. */
const BATCH = 2500;

/** Pieces of a size. */
interface Pieces {
  variantId: string;
  quantity: number;
}

/**
 * Locks the products of an order, always in the same order, so that two orders do not deadlock. A product's lock covers
 * all its sizes. Returns the rows by id.
 */
export async function lockProducts(trx: Trx, dialect: Dialect, ids: string[]) {
  let query = trx
    .selectFrom("products")
    .select(["_id", "merchantId", "title", "isPublic", "discountPercent", "noticeHours"])
    .select(["seasonFrom", "seasonUntil", "seasonYearly"])
    .where("_id", "in", ids)
    .orderBy("_id");
  if (dialect.forUpdate) query = query.forUpdate();
  const rows = await query.execute();
  return new Map(rows.map((row) => [row._id, row]));
}

/** The services that a change of stock needs. */
type Writing = Pick<Services, "dialect" | "clock">;

/**
 * Takes pieces of sizes out of stock for an order, all lines in one statement. Returns whether every line had enough.
 * If not, some may have been taken, and the transaction must not go on.
 */
export async function takeStock(trx: Trx, services: Writing, lines: Pieces[], orderId: string): Promise<boolean> {
  const pieces = piecesOf(lines);
  const takenSizes = await trx
    .updateTable("variants")
    .set((eb) => ({ quantity: sql<number>`${eb.ref("quantity")} - ${pieces}` }))
    .where("_id", "in", idsOf(lines))
    .where((eb) => eb("quantity", ">=", pieces))
    .where("deletedAt", "is", null)
    .returning(["_id", "productId", "quantity"])
    .execute();
  const rows = withBefore(lines, takenSizes, -1);
  await noteStock(trx, services, "sold", ofOrder(rows, orderId));
  await followSizes(trx, services, rows);
  return takenSizes.length === lines.length;
}

/** Puts back the pieces that were held for an order that was never paid. */
export async function releaseStock(trx: Trx, services: Writing, lines: Pieces[], orderId: string): Promise<void> {
  if (lines.length === 0) return;
  const heldPieces = await forgetHeld(trx, orderId);
  const pieces = lines.map(({ variantId, quantity }) => ({
    variantId,
    quantity: heldPieces.get(variantId) ?? quantity,
  }));
  await followSizes(trx, services, await putBack(trx, pieces));
}

/** Puts pieces of a paid order back into stock, all lines in one statement. */
export async function returnStock(trx: Trx, services: Writing, lines: Pieces[], orderId: string): Promise<void> {
  if (lines.length === 0) return;
  const rows = await putBack(trx, lines);
  await noteStock(trx, services, "returned", ofOrder(rows, orderId));
  await followSizes(trx, services, rows);
}

const idsOf = (lines: Pieces[]) => lines.map(({ variantId }) => variantId);

async function putBack(trx: Trx, lines: Pieces[]): Promise<Moved[]> {
  const returnedSizes = await trx
    .updateTable("variants")
    .set((eb) => ({ quantity: sql<number>`${eb.ref("quantity")} + ${piecesOf(lines)}` }))
    .where("_id", "in", idsOf(lines))
    .returning(["_id", "productId", "quantity"])
    .execute();
  return withBefore(lines, returnedSizes, 1);
}

const ofOrder = (rows: Moved[], orderId: string) =>
  rows.map(({ _id, productId, quantity, before }) => ({
    productId,
    variantId: _id,
    pieces: quantity - before,
    quantity,
    orderId,
  }));

/** A size whose stock has changed, with the stock before it. */
interface Moved {
  _id: string;
  productId: string;
  quantity: number;
  before: number;
}

/** Updates the products whose sizes an order or a refund has changed, and announces the change. */
async function followSizes(trx: Trx, { dialect, clock }: Writing, rows: Moved[]): Promise<void> {
  if (rows.length === 0) return;
  const productIds = [...new Set(rows.map(({ productId }) => productId))];
  const stock = sql<number>`(select coalesce(sum("v"."quantity"), 0) from "variants" as "v"
    where "v"."productId" = "products"."_id" and "v"."deletedAt" is null and "v"."isPending" = 0)`;
  const products = await trx
    .updateTable("products")
    .set({ quantity: stock, stockAt: timestamp(clock) })
    .where("_id", "in", productIds)
    .returning(["_id", "isPublic", "variantCount"])
    .execute();
  // Another size may now have the lowest price that is available.
  const idsWithSizes = new Set(products.filter(({ variantCount }) => variantCount > 1).map(({ _id }) => _id));
  const repriced = rows.filter((row) => idsWithSizes.has(row.productId) && isSoldOutOrBack(row));
  if (repriced.length > 0) await refreshFigures(trx, [...new Set(repriced.map(({ productId }) => productId))]);
  const onSale = new Set(products.filter(({ isPublic }) => isPublic === 1).map(({ _id }) => _id));
  await announceStock(
    trx,
    dialect,
    rows.filter(({ productId }) => onSale.has(productId)),
  );
}

type Stocked = Pick<Variant, "_id" | "productId" | "quantity" | "stockVersion" | "lowStockAt">;

/** Writes stock and low-stock marks of sizes whose products are locked, in one statement. `byUserId` corrects them. */
export async function writeStock(
  trx: Trx,
  services: Writing,
  changes: { before: Stocked; after: Stocked; isPublic: 0 | 1 }[],
  byUserId: string,
): Promise<void> {
  if (changes.length === 0) return;
  const { dialect, clock } = services;
  const rows = changes.map(({ before, after }) => ({
    ...after,
    stockVersion: before.stockVersion + (after.quantity === before.quantity ? 0 : 1),
  }));
  const by = (column: "quantity" | "lowStockAt" | "stockVersion") =>
    sql<number>`case "_id" ${sql.join(
      rows.map((row) => sql`when ${row._id} then cast(${row[column]} as integer)`),
      sql` `,
    )} end`;
  await trx
    .updateTable("variants")
    .set({ quantity: by("quantity"), stockVersion: by("stockVersion"), lowStockAt: by("lowStockAt") })
    .where(
      "_id",
      "in",
      rows.map(({ _id }) => _id),
    )
    .execute();
  const productIds = [...new Set(rows.map(({ productId }) => productId))];
  await trx
    .updateTable("products")
    .set({ updatedAt: timestamp(clock) })
    .where("_id", "in", productIds)
    .execute();
  await refreshFigures(trx, productIds);
  const movedSizes = changes.map(({ before, after, isPublic }) => ({ ...after, before: before.quantity, isPublic }));
  await noteStock(
    trx,
    services,
    "corrected",
    movedSizes.map(({ _id, productId, quantity, before }) => ({
      productId,
      variantId: _id,
      pieces: quantity - before,
      quantity,
      byUserId,
    })),
  );
  await announceStock(
    trx,
    dialect,
    movedSizes.filter(({ isPublic }) => isPublic === 1),
  );
}

/** Adds the stock before the change to the sizes that an order or a refund has changed. */
function withBefore(lines: Pieces[], rows: Omit<Moved, "before">[], times: 1 | -1): Moved[] {
  const pieces = new Map<string, number>();
  for (const { variantId, quantity } of lines) pieces.set(variantId, (pieces.get(variantId) ?? 0) + quantity);
  return rows.map((row) => ({ ...row, before: row.quantity - times * (pieces.get(row._id) ?? 0) }));
}

const isSoldOutOrBack = ({ quantity, before }: Moved) => quantity > 0 !== before > 0;

/**
 * Most public pages show only whether there is stock. A product's own page also shows how many are left once they are
 * few. So most orders change no page, and each change is announced only for the pages that show it. Cached answers of
 * the service show every number.
 */
async function announceStock(trx: Trx, dialect: Dialect, rows: Moved[]): Promise<void> {
  const movedSizes = rows.filter(({ quantity, before }) => quantity !== before);
  if (movedSizes.length === 0) return;
  const soldOutOrBack = movedSizes.filter(isSoldOutOrBack).map(({ productId }) => productId);
  const idsWithFew = movedSizes
    .filter(({ quantity, before }) => Math.min(quantity, before) <= FEW_LEFT)
    .map(({ productId }) => productTag(productId));
  const tags = [STOCK, ...idsWithFew, ...(soldOutOrBack.length > 0 ? changedTags(soldOutOrBack) : [])];
  await dialect.announceChange(trx, [...new Set(tags)]);
}

/** Announces sales of sold-out products. Their pages say that held pieces may come back, which payment ends. */
export async function announceSold(trx: Trx, dialect: Dialect, productIds: string[]): Promise<void> {
  const soldOutSizes = await trx
    .selectFrom("variants as v")
    .innerJoin("products as p", "p._id", "v.productId")
    .select("p._id")
    .distinct()
    .where("v.productId", "in", productIds)
    .where("v.quantity", "=", 0)
    .where("v.deletedAt", "is", null)
    .where("p.isPublic", "=", 1)
    .execute();
  if (soldOutSizes.length > 0)
    await dialect.announceChange(trx, [STOCK, ...soldOutSizes.map((row) => productTag(row._id))]);
}

function piecesOf(lines: Pieces[]) {
  const cases = lines.map((line) => sql`when ${line.variantId} then cast(${line.quantity} as integer)`);
  return sql<number>`case "_id" ${sql.join(cases, sql` `)} else 0 end`;
}

/** Tells merchants' servers of stock that was set or came back. The handler is in `webhooks/tell-stock`. */
export const stockChanged = jobProducer<{ productIds: string[] }>("webhook-stock");

type Noted = Pick<NewRow<"stockChanges">, "productId" | "variantId" | "pieces" | "quantity"> &
  Partial<Pick<NewRow<"stockChanges">, "orderId" | "byUserId">>;

/**
 * Writes changes of stock into the history, in the transaction that makes them. `pieces` is the difference, below 0 for
 * fewer, and `quantity` the stock afterwards. Changes of 0 pieces are left out.
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
  // Stock that an order takes is reported once the order is paid.
  const productIds = kind === "sold" ? [] : [...new Set(rows.map(({ productId }) => productId))];
  if (productIds.length > 0) await stockChanged.enqueue(trx, { clock }, { productIds });
}

/**
 * Deletes the history of pieces that were held for an order and never sold. Returns how many pieces of each size come
 * back: fewer than were held if `countAwayHeld` has deducted some.
 */
async function forgetHeld(trx: Trx, orderId: string): Promise<Map<string, number>> {
  const rows = await trx
    .deleteFrom("stockChanges")
    .where("orderId", "=", orderId)
    .returning(["variantId", "pieces"])
    .execute();
  return new Map(rows.map(({ variantId, pieces }) => [variantId, -pieces]));
}

/**
 * Deducts pieces from holds after a merchant has counted fewer pieces than unpaid orders hold. When the holds end, the
 * `short` pieces of each size do not go back on sale. The caller holds the products' locks and has set the stock to 0.
 */
export async function countAwayHeld(
  trx: Trx,
  services: Pick<Services, "clock">,
  short: Map<string, number>,
  byUserId: string,
): Promise<void> {
  const missing = new Map([...short].filter(([, pieces]) => pieces > 0));
  if (missing.size === 0) return;
  const changesOfOrder = await trx
    .selectFrom("stockChanges as c")
    .innerJoin("orders as o", "o._id", "c.orderId")
    .select(["c._id", "c.productId", "c.variantId", "c.pieces"])
    .where("o.status", "=", "pending")
    .where("c.variantId", "in", [...missing.keys()])
    .where("c.pieces", "<", 0)
    .orderBy("c._id")
    .execute();
  const takenBack = changesOfOrder.flatMap(({ pieces, ...size }) => {
    const missingPieces = missing.get(size.variantId) ?? 0;
    const deducted = Math.min(missingPieces, -pieces);
    missing.set(size.variantId, missingPieces - deducted);
    return deducted > 0 ? [{ ...size, pieces: -deducted }] : [];
  });
  if (takenBack.length === 0) return;
  const cases = takenBack.map(({ _id, pieces }) => sql`when ${_id} then cast(${pieces} as integer)`);
  await trx
    .updateTable("stockChanges")
    .set((eb) => ({ pieces: sql<number>`${eb.ref("pieces")} - case "_id" ${sql.join(cases, sql` `)} end` }))
    .where(
      "_id",
      "in",
      takenBack.map(({ _id }) => _id),
    )
    .execute();
  await noteStock(
    trx,
    services,
    "corrected",
    takenBack.map(({ productId, variantId, pieces }) => ({ productId, variantId, pieces, quantity: 0, byUserId })),
  );
}

/** Deletes history older than 400 days. Ids begin with their time, so their index finds it. */
export async function sweepStockHistory({ db, clock }: Services): Promise<void> {
  const oldest = newId(new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)).slice(0, 11);
  await db.deleteFrom("stockChanges").where("_id", "<", oldest).execute();
}
