import type { CompiledQuery, Insertable, InsertQueryNode, Selectable } from "kysely";
import { fold } from "~/platform/folding";
import { releaseFiles } from "~/features/media/stored-files.server";
import type { Db, Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { ProductImportRow, ProductRow } from "~/platform/database/tables";
import { takingTurns } from "~/platform/turns";
import type { RevisionPayload } from "./schema";

/** A product with everything that a row of a spreadsheet may change of it. */
export interface Listed {
  row: Selectable<ProductRow>;
  categoryTitle: string;
  /** The files that are in the shop. */
  published: { imageIds: string[]; videoId: string | null };
  waiting: RevisionPayload | null;
  waitingCategory: string | null;
}

function listed(db: Db, merchantId: string) {
  return db
    .selectFrom("products as p")
    .innerJoin("categories as c", "c._id", "p.categoryId")
    .selectAll("p")
    .select("c.title as categoryTitle")
    .where("p.merchantId", "=", merchantId)
    .where("p.deletedAt", "is", null);
}

/** The merchant's products that have these SKUs, by SKU. */
export async function listedBySku(db: Db, merchantId: string, skus: string[]): Promise<Map<string, Listed>> {
  const found = new Map<string, Listed>();
  const turn = takingTurns();
  for (const batch of batches(skus, READ_AT_ONCE)) {
    for (const product of await whole(db, await listed(db, merchantId).where("p.sku", "in", batch).execute()))
      found.set(product.row.sku, product);
    await turn();
  }
  return found;
}

/** Locks the merchant's products that have these SKUs, since stock is counted on them. */
export async function lockBySku(trx: Trx, dialect: Dialect, merchantId: string, skus: string[]): Promise<void> {
  if (!dialect.forUpdate) return;
  await trx
    .selectFrom("products")
    .select("_id")
    .where("merchantId", "=", merchantId)
    .where("deletedAt", "is", null)
    .where("sku", "in", skus)
    // The same order as every other lock on products, so that two transactions do not wait for each other.
    .orderBy("_id")
    .forUpdate()
    .execute();
}

/** The merchant's products that have these ids, by id; with a dialect locked. For a hundred at most. */
export async function listedById(
  db: Db,
  merchantId: string,
  ids: string[],
  dialect?: Dialect,
): Promise<Map<string, Listed>> {
  const query = listed(db, merchantId).where("p._id", "in", ids).orderBy("p._id");
  const rows = await (dialect?.forUpdate ? query.forUpdate("p") : query).execute();
  return new Map((await whole(db, rows)).map((product) => [product.row._id, product]));
}

/** The next of the merchant's products, in an order that never changes; for lists without an end. */
export async function listedBehind(db: Db, merchantId: string, lastId: string, limit: number): Promise<Listed[]> {
  return whole(db, await listed(db, merchantId).where("p._id", ">", lastId).orderBy("p._id").limit(limit).execute());
}

/** Pictures and waiting changes of the products: three statements, however many. */
async function whole(db: Db, rows: (Selectable<ProductRow> & { categoryTitle: string })[]): Promise<Listed[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row._id);
  const images = new Map<string, string[]>(ids.map((productId) => [productId, []]));
  for (const { productId, fileId } of await db
    .selectFrom("productImages")
    .select(["productId", "fileId"])
    .where("productId", "in", ids)
    .orderBy("productId")
    .orderBy("position")
    .execute())
    images.get(productId)?.push(fileId);
  const waiting = new Map(
    (
      await db.selectFrom("productRevisions").select(["productId", "payload"]).where("productId", "in", ids).execute()
    ).map(({ productId, payload }) => [productId, JSON.parse(payload) as RevisionPayload]),
  );
  const wanted = [...new Set([...waiting.values()].map((change) => change.categoryId))];
  const titles = new Map(
    wanted.length > 0
      ? (await db.selectFrom("categories").select(["_id", "title"]).where("_id", "in", wanted).execute()).map(
          ({ _id, title }) => [_id, title],
        )
      : [],
  );
  return rows.map(({ categoryTitle, ...row }) => {
    const change = waiting.get(row._id) ?? null;
    return {
      row,
      categoryTitle,
      published: { imageIds: images.get(row._id) ?? [], videoId: row.videoId },
      waiting: change,
      waitingCategory: change && (titles.get(change.categoryId) ?? categoryTitle),
    };
  });
}

/** The categories that the store sells in, by folded title. */
export async function categoriesOfStore(db: Db, merchantId: string) {
  const rows = await db
    .selectFrom("storeCategories as s")
    .innerJoin("categories as c", "c._id", "s.categoryId")
    .select(["c._id", "c.title"])
    .where("s.userId", "=", merchantId)
    .orderBy("c.position")
    .execute();
  return new Map(rows.map((row) => [fold(row.title), row]));
}

/** Rows in one statement: far below what either database takes as parameters. */
const BATCH = 500;
/** Rows that are read before somebody else gets a turn. */
const READ_AT_ONCE = 2500;
const batches = <Row>(rows: Row[], size = BATCH): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));

/** What a spreadsheet writes of a product that is there, and what it leaves: a new column must say which it is. */
const COLUMNS = {
  categoryId: "written",
  title: "written",
  description: "written",
  amountCents: "written",
  discountType: "written",
  discountPercent: "written",
  priceCents: "written",
  taxClass: "written",
  vatCents: "written",
  quantity: "written",
  sku: "written",
  barcode: "written",
  isPhysical: "written",
  measurement: "written",
  tags: "written",
  variations: "written",
  videoId: "written",
  availType: "written",
  isPublic: "written",
  searchText: "written",
  updatedAt: "written",
  sentBackReason: "written",
  submittedAt: "written",
  seq: "left",
  _id: "left",
  merchantId: "left",
  lowStockAt: "left",
  rating: "left",
  stockAt: "left",
  createdAt: "left",
  deletedAt: "left",
  takenOffAt: "left",
  takenOffReason: "left",
} as const satisfies Record<keyof ProductRow, "written" | "left">;
const WRITTEN = (Object.keys(COLUMNS) as (keyof ProductRow)[]).filter((column) => COLUMNS[column] === "written");

/**
 * A statement that waits for its transaction. Its values are JSON in bytes, outside of the heap: ten thousand rows would take
 * eight megabytes of that.
 */
export type Write = Omit<CompiledQuery, "parameters"> & { values: Buffer };

/**
 * The statements that add products and change those that are there, told apart by their ids: made before the
 * transaction, which they would lengthen.
 */
export async function productWrites(db: Db, rows: Insertable<ProductRow>[]): Promise<Write[]> {
  const [writes, turn]: [Write[], () => Promise<void>] = [[], takingTurns()];
  for (const batch of batches(rows)) {
    const { query, parameters, ...compiled } = db
      .insertInto("products")
      .values(batch)
      .onConflict((oc) =>
        oc
          .column("_id")
          .doUpdateSet((eb) => Object.fromEntries(WRITTEN.map((column) => [column, eb.ref(`excluded.${column}`)]))),
      )
      .compile();
    // With its values the tree would hold every row once more, for as long as the statement waits for its transaction.
    const { values: _, ...tree } = query as InsertQueryNode;
    // And its text is strung together from tens of thousands of pieces, a megabyte until it is copied into one.
    const sql = Buffer.from(compiled.sql).toString();
    writes.push({ ...compiled, sql, query: tree, values: Buffer.from(JSON.stringify(parameters)) });
    await turn();
  }
  return writes;
}

export async function writeProducts(trx: Trx, writes: Write[]): Promise<void> {
  for (const { values, ...write } of writes)
    await trx.executeQuery({ ...write, parameters: JSON.parse(values.toString()) as unknown[] });
}

export async function writeRevisions(
  trx: Trx,
  changes: { productId: string; payload: string }[],
  taken: string[],
  now: string,
): Promise<void> {
  for (const batch of batches(changes)) {
    await trx
      .insertInto("productRevisions")
      .values(batch.map((change) => ({ ...change, submittedAt: now })))
      .onConflict((oc) =>
        oc
          .column("productId")
          .doUpdateSet((eb) => ({ payload: eb.ref("excluded.payload"), submittedAt: eb.ref("excluded.submittedAt") })),
      )
      .execute();
  }
  for (const batch of batches(taken))
    await trx.deleteFrom("productRevisions").where("productId", "in", batch).execute();
}

/** Takes products out of the shop and of the merchant's list. */
export async function deleteProducts(trx: Trx, merchantId: string, ids: string[], now: string): Promise<void> {
  for (const batch of batches(ids))
    await trx
      .updateTable("products")
      .set({ deletedAt: now, updatedAt: now, isPublic: 0 })
      .where("merchantId", "=", merchantId)
      .where("_id", "in", batch)
      .execute();
}

/** Shows other pictures than before, and lets go of files that no product and no order shows any more. */
export async function swapFiles(
  trx: Trx,
  merchantId: string,
  shown: { productId: string; imageIds: string[] }[],
  gone: string[],
): Promise<void> {
  for (const batch of batches(shown)) {
    await trx
      .deleteFrom("productImages")
      .where(
        "productId",
        "in",
        batch.map(({ productId }) => productId),
      )
      .execute();
    const images = batch.flatMap(({ productId, imageIds }) =>
      imageIds.map((fileId, position) => ({ productId, fileId, position })),
    );
    if (images.length > 0) await trx.insertInto("productImages").values(images).execute();
  }
  for (const batch of batches(gone)) await releaseFiles(trx, merchantId, batch, { unlessOrdered: true });
}

/** Files that are kept for a merchant. */
export const KEPT = 5;

/** Keeps a file for its merchant, and of the earlier ones the newest few. */
export async function keepFile(trx: Trx, file: Insertable<ProductImportRow>): Promise<void> {
  await trx.insertInto("productImports").values(file).execute();
  const old = await trx
    .selectFrom("productImports")
    .select("_id")
    .where("merchantId", "=", file.merchantId)
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(100)
    .offset(KEPT)
    .execute();
  if (old.length > 0)
    await trx
      .deleteFrom("productImports")
      .where(
        "_id",
        "in",
        old.map((row) => row._id),
      )
      .execute();
}

export function keptFile(db: Db, merchantId: string, importId: string, dialect?: Dialect) {
  const query = db
    .selectFrom("productImports")
    .selectAll()
    .where("_id", "=", importId)
    .where("merchantId", "=", merchantId);
  return (dialect?.forUpdate ? query.forUpdate() : query).executeTakeFirst();
}
