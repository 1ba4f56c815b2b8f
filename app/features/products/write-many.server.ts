import type { CompiledQuery, InsertQueryNode } from "kysely";
import { releaseFiles } from "~/features/media/stored-files.server";
import type { Db, Trx } from "~/platform/database/database.server";
import type { NewRow } from "~/platform/database/tables";
import { takingTurns } from "~/platform/turns";
import { WRITTEN_OF_PRODUCTS, WRITTEN_OF_SIZES } from "./columns";

/* Writes many products of a merchant at once, in as few statements as the database allows. */

/** Rows in one statement: far below the number of parameters that either database allows. */
const BATCH = 500;
/** A size has 22 values, and SQLite takes 32,766. Twice as many rows need more memory than a small shop has. */
export const SIZES_AT_ONCE = 500;
export const batches = <Row>(rows: Row[], size = BATCH): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));

/**
 * A statement that waits for its transaction. Its text and its values (JSON) are bytes outside the heap, where ten
 * thousand rows would take ten megabytes.
 */
export type Write = Omit<CompiledQuery, "sql" | "parameters"> & { text: Buffer; values: Buffer };

/**
 * The statements that add new products and change existing ones, told apart by their ids. They are made before the
 * transaction, which they would lengthen.
 */
export const productWrites = (db: Db, rows: NewRow<"products">[]): Promise<Write[]> =>
  writesOf(rows, (batch) =>
    db
      .insertInto("products")
      .values(batch)
      .onConflict((oc) =>
        oc
          .column("_id")
          .doUpdateSet((eb) =>
            Object.fromEntries(WRITTEN_OF_PRODUCTS.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .compile(),
  );

/** The same for their sizes. */
export const sizeWrites = (db: Db, rows: NewRow<"variants">[]): Promise<Write[]> =>
  writesOf(
    rows,
    (batch) =>
      db
        .insertInto("variants")
        .values(batch)
        .onConflict((oc) =>
          oc
            .column("_id")
            .doUpdateSet((eb) =>
              Object.fromEntries(WRITTEN_OF_SIZES.map((column) => [column, eb.ref(`excluded.${column}`)])),
            ),
        )
        .compile(),
    SIZES_AT_ONCE,
  );

async function writesOf<Row>(rows: Row[], compiled: (batch: Row[]) => CompiledQuery, size?: number): Promise<Write[]> {
  const [writes, turn]: [Write[], () => Promise<void>] = [[], takingTurns()];
  for (const batch of batches(rows, size)) {
    const { query, parameters, sql, ...statement } = compiled(batch);
    // With its values, the tree would hold every row a second time while the statement waits for its transaction.
    const { values: _, ...tree } = query as InsertQueryNode;
    const [text, values] = [Buffer.from(sql), Buffer.from(JSON.stringify(parameters))];
    writes.push({ ...statement, query: tree, text, values });
    await turn();
  }
  return writes;
}

export async function writeAll(trx: Trx, writes: Write[]): Promise<void> {
  for (const { text, values, ...write } of writes)
    await trx.executeQuery({ ...write, sql: text.toString(), parameters: JSON.parse(values.toString()) as unknown[] });
}

export async function writeRevisions(
  trx: Trx,
  changes: { productId: string; payload: string; foodSaid: number }[],
  takenSkus: string[],
  now: string,
): Promise<void> {
  for (const batch of batches(changes)) {
    await trx
      .insertInto("productRevisions")
      .values(batch.map((change) => ({ ...change, submittedAt: now })))
      .onConflict((oc) =>
        oc.column("productId").doUpdateSet((eb) => ({
          payload: eb.ref("excluded.payload"),
          submittedAt: eb.ref("excluded.submittedAt"),
          foodSaid: eb.ref("excluded.foodSaid"),
        })),
      )
      .execute();
  }
  for (const batch of batches(takenSkus))
    await trx.deleteFrom("productRevisions").where("productId", "in", batch).execute();
}

/** Removes products from the shop and from the merchant's list. */
export async function deleteProducts(trx: Trx, merchantId: string, ids: string[], now: string): Promise<void> {
  for (const batch of batches(ids)) {
    await trx
      .updateTable("products")
      .set({ deletedAt: now, updatedAt: now, isPublic: 0 })
      .where("merchantId", "=", merchantId)
      .where("_id", "in", batch)
      .execute();
    await trx
      .updateTable("variants")
      .set({ deletedAt: now })
      .where("productId", "in", batch)
      .where("deletedAt", "is", null)
      .execute();
  }
}

/** Replaces the pictures of products, and releases files that no product and no order shows any more. */
export async function swapFiles(
  trx: Trx,
  merchantId: string,
  imagesShown: { productId: string; imageIds: string[] }[],
  goneIds: string[],
): Promise<void> {
  for (const batch of batches(imagesShown)) {
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
  for (const batch of batches(goneIds)) await releaseFiles(trx, merchantId, batch, { unlessOrdered: true });
}
