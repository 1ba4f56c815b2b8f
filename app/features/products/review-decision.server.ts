import type { Updateable } from "kysely";
import type { Trx } from "~/platform/database/database.server";
import { timestamp, type Clock } from "~/platform/clock";
import type { ProductRow } from "~/platform/database/tables";
import { contentColumns } from "./net-content-schema";
import { writeSizes } from "./plan-sizes.server";
import type { SizeInReview } from "./schema";
import { refreshFigures, variantsOf } from "./variants.server";

/* Writes a review's decision into a product. The caller announces the change, and tells the merchant. */

/** Writes a decision on a new product. Returns whether it still waited, unchanged since `version`, its `updatedAt`. */
export async function decideOnNew(
  trx: Trx,
  clock: Clock,
  productId: string,
  version: string,
  columns: Updateable<ProductRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("products")
    .set(columns)
    .where("_id", "=", productId)
    .where("availType", "=", "in-review")
    .where("deletedAt", "is", null)
    .where("updatedAt", "=", version)
    .executeTakeFirst();
  // A published product counts as sold at its price from its publication on.
  await refreshFigures(trx, [productId], timestamp(clock));
  return numUpdatedRows === 1n;
}

/** Writes a decision on a change of a product that is on sale. The caller has already deleted its revision. */
export async function decideOnChange(trx: Trx, productId: string, columns: Updateable<ProductRow>): Promise<void> {
  await trx.updateTable("products").set(columns).where("_id", "=", productId).execute();
}

/** Gives sizes the names and contents that a review has approved, and puts new sizes on sale. */
export async function decideOnSizes(
  trx: Trx,
  clock: Clock,
  productId: string,
  decided: readonly SizeInReview[],
): Promise<void> {
  const requestedSizes = new Map(decided.map((size) => [size._id, size]));
  const standing = (await variantsOf(trx, [productId])).get(productId) ?? [];
  const rows = standing.flatMap((size) => {
    const change = requestedSizes.get(size._id);
    if (!change) return [];
    // The usual weight of a weighed size has already changed, with its price.
    const contents = size.unitPriceCents === null ? contentColumns(change) : {};
    return [{ ...size, name: change.name, ...contents, isPending: 0 as const }];
  });
  if (rows.length > 0) await writeSizes(trx, clock, { rows, removed: [] });
  await refreshFigures(trx, [productId], timestamp(clock));
}

/** Deletes a waiting change if it is still the one of `version`. Returns whether it was. */
export async function takeRevision(trx: Trx, productId: string, version: string): Promise<boolean> {
  const deletedRevision = await trx
    .deleteFrom("productRevisions")
    .where("productId", "=", productId)
    .where("submittedAt", "=", version)
    .executeTakeFirst();
  return deletedRevision.numDeletedRows === 1n;
}
