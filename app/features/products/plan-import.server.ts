import { changed, left, type Placed } from "~/features/cache-tags";
import type { Insertable } from "kysely";
import type { Trx } from "~/platform/database/database.server";
import type { ProductRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import type { CheckedRow } from "./check-rows.server";
import {
  deleteProducts,
  productWrites,
  swapFiles,
  writeProducts,
  writeRevisions,
  type Write,
} from "./import-queries.server";
import { announceOffSale } from "./off-sale.server";
import { noteStock } from "./stock.server";
import { offSale, sold, staysOnSale, waitingAfter } from "./product-row.server";

export interface Plan {
  writes: Write[];
  changes: { productId: string; payload: string }[];
  /** Changes that wait no more. */
  taken: string[];
  pictures: { productId: string; imageIds: string[] }[];
  /** Products that are deleted. */
  deleted: string[];
  /** Files that are shown no more. */
  gone: string[];
  /** How many pieces more or fewer there are of which products, and how many afterwards. */
  stock: { productId: string; pieces: number; quantity: number }[];
  /** Ids of products that stay on sale and change. */
  onSale: string[];
  /** Products that go off sale by it. */
  offSale: Placed[];
}

/**
 * What is new and what changes, as the editor would have it: stock and price at once, the rest of what is on sale
 * through review.
 */
export async function planFor(
  { clock, db }: Services,
  merchantId: string,
  rows: Pick<CheckedRow, "outcome" | "wanted" | "before">[],
  now: string,
): Promise<Plan> {
  // Apart, for their rows have different columns: what a new one lacks is the database's to fill in.
  const [added, products]: [Insertable<ProductRow>[], Insertable<ProductRow>[]] = [[], []];
  const changes: { productId: string; payload: string }[] = [];
  const pictures: Plan["pictures"] = [];
  const stock: Plan["stock"] = [];
  const [taken, deleted, gone, onSale]: [string[], string[], string[], string[]] = [[], [], [], []];
  const takenOff: Placed[] = [];
  for (const { outcome, wanted, before } of rows) {
    if (outcome === "deleted" && before) {
      const { row, published, waiting } = before;
      deleted.push(row._id);
      if (row.isPublic === 1) takenOff.push(row);
      if (waiting) {
        taken.push(row._id);
        const kept = new Set([...published.imageIds, published.videoId]);
        gone.push(...[...waiting.imageIds, waiting.videoId].flatMap((file) => (file && !kept.has(file) ? [file] : [])));
      }
    }
    if (!wanted) continue;
    const common = { ...sold(wanted), quantity: wanted.quantity, updatedAt: now };
    const productId = before?.row._id ?? newId(clock.now());
    stock.push({ productId, pieces: wanted.quantity - (before?.row.quantity ?? 0), quantity: wanted.quantity });
    if (!before) {
      added.push({
        _id: productId,
        merchantId,
        ...common,
        ...offSale(wanted, wanted.categoryTitle, now),
        rating: null,
        createdAt: now,
        deletedAt: null,
        sentBackReason: "",
      });
      continue;
    }
    const {
      row: { seq: _seq, ...row },
      published,
      waiting,
    } = before;
    if (!staysOnSale(row, wanted)) {
      if (row.isPublic === 1) takenOff.push(row);
      products.push({ ...row, ...common, ...offSale(wanted, wanted.categoryTitle, now) });
      if (!waiting) continue;
      // The change that waited becomes the draft, with its pictures.
      taken.push(row._id);
      pictures.push({ productId: row._id, imageIds: wanted.image });
      const kept = new Set([...wanted.image, wanted.video]);
      gone.push(
        ...[...published.imageIds, published.videoId].flatMap((fileId) =>
          fileId === null || kept.has(fileId) ? [] : [fileId],
        ),
      );
      continue;
    }
    if (row.isPublic === 1) onSale.push(row._id);
    const after = waitingAfter(before.row, published.imageIds, wanted, waiting);
    if (after === "nothing") taken.push(row._id);
    else if (after !== "as before") changes.push({ productId: row._id, payload: after.payload });
    products.push({ ...row, ...common, ...(typeof after === "object" && { sentBackReason: "" }) });
  }
  return {
    writes: [...(await productWrites(db, added)), ...(await productWrites(db, products))],
    changes,
    taken,
    deleted,
    pictures,
    gone,
    stock,
    onSale,
    offSale: takenOff,
  };
}

/** Several plans as one that is saved at once. */
export const together = (plans: Plan[]): Plan => ({
  writes: plans.flatMap(({ writes }) => writes),
  changes: plans.flatMap(({ changes }) => changes),
  taken: plans.flatMap(({ taken }) => taken),
  pictures: plans.flatMap(({ pictures }) => pictures),
  deleted: plans.flatMap(({ deleted }) => deleted),
  gone: plans.flatMap(({ gone }) => gone),
  stock: plans.flatMap(({ stock }) => stock),
  onSale: plans.flatMap(({ onSale }) => onSale),
  offSale: plans.flatMap((plan) => plan.offSale),
});

export async function savePlan(
  services: Services,
  trx: Trx,
  merchantId: string,
  { writes, changes, taken, deleted, pictures, gone, stock, onSale, offSale: takenOff }: Plan,
  now: string,
  how: "imported" | "corrected",
): Promise<void> {
  await writeProducts(trx, writes);
  await noteStock(
    trx,
    services,
    how,
    stock.map((change) => ({ ...change, byUserId: merchantId })),
  );
  await deleteProducts(trx, merchantId, deleted, now);
  await writeRevisions(trx, changes, taken, now);
  await swapFiles(trx, merchantId, pictures, gone);
  if (onSale.length + takenOff.length > 0)
    await services.dialect.announceChange(trx, [
      ...new Set([...changed(onSale), ...(takenOff.length > 0 ? left(takenOff) : [])]),
    ]);
  if (takenOff.length > 0) await announceOffSale(trx, services);
}
