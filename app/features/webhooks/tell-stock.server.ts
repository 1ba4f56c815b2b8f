import { stockChanged } from "~/features/products/stock.server";
import { variantsOf } from "~/features/products/variants.server";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { Job } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { listenersOf, tellListeners, type Listener } from "./write-events.server";

/** Products in one event. */
const AT_ONCE = 100;

/** Tells merchants' servers of stock that was set, or that came back: as it stands when the job runs. */
export const stockJob: Job<{ productIds: string[] }> = {
  ...stockChanged,
  async handle({ productIds }, services) {
    for (let start = 0; start < productIds.length; start += AT_ONCE) {
      const some = productIds.slice(start, start + AT_ONCE);
      await inTransaction(services.db, async (trx) => {
        const products = await trx.selectFrom("products").select("merchantId").where("_id", "in", some).execute();
        const merchantIds = products.map(({ merchantId }) => merchantId);
        await tellStock(trx, services, await listenersOf(trx, merchantIds), some);
      });
    }
  },
};

/** Tells the stock of products as it stands in this transaction: to each of their merchants their own. */
export async function tellStock(
  trx: Trx,
  services: Pick<Services, "clock">,
  listeners: Listener[],
  productIds: string[],
): Promise<void> {
  await tellListeners(trx, services, "product.stock_changed", listeners, async (merchants) => {
    const products = await trx
      .selectFrom("products")
      .select(["_id", "merchantId", "title", "sku"])
      .where("_id", "in", productIds)
      .where("merchantId", "in", merchants)
      .where("deletedAt", "is", null)
      .orderBy("_id")
      .execute();
    const sizes = await variantsOf(
      trx,
      products.map(({ _id }) => _id),
    );
    const told = products.map(({ merchantId, ...product }) => ({
      merchantId,
      ...product,
      variants: (sizes.get(product._id) ?? []).map(({ _id, name, sku, quantity }) => ({ _id, name, sku, quantity })),
    }));
    return merchants.flatMap((merchantId) => {
      const theirs = told.flatMap(({ merchantId: owner, ...product }) => (owner === merchantId ? [product] : []));
      return theirs.length > 0 ? [{ merchantId, data: { products: theirs } }] : [];
    });
  });
}
