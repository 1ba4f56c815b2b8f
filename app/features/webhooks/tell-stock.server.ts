import { stockChanged } from "~/features/products/stock.server";
import { variantsOf } from "~/features/products/variants.server";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { Job } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { listenersOf, tellListeners, type Listener } from "./write-events.server";

/** Products in one event. */
const AT_ONCE = 100;
/** Products whose merchants one statement looks up, far below both databases' limits on parameters. */
const LOOKED_UP = 2500;

const chunks = (ids: string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, place) => ids.slice(place * size, (place + 1) * size));

/** Tells merchants' servers about stock that was set or restocked. The events contain the stock when the job runs. */
export const stockJob: Job<{ productIds: string[] }> = {
  ...stockChanged,
  async handle({ productIds }, services) {
    for (const batch of chunks(productIds, LOOKED_UP)) {
      await inTransaction(services.db, async (trx) => {
        const merchants = await trx
          .selectFrom("products")
          .select("merchantId")
          .distinct()
          .where("_id", "in", batch)
          .execute();
        const merchantIds = merchants.map(({ merchantId }) => merchantId);
        const listeners = await listenersOf(trx, merchantIds);
        // Without a listener, a batch of thousands of products costs two statements.
        for (const smallBatch of chunks(batch, AT_ONCE)) await tellStock(trx, services, listeners, smallBatch);
      });
    }
  },
};

/** Tells each merchant the stock of their own products, as in this transaction. */
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
    const productEvents = products.map(({ merchantId, ...product }) => ({
      merchantId,
      ...product,
      variants: (sizes.get(product._id) ?? []).map(({ _id, name, sku, quantity }) => ({ _id, name, sku, quantity })),
    }));
    return merchants.flatMap((merchantId) => {
      const eventsOfMerchant = productEvents.flatMap(({ merchantId: owner, ...product }) =>
        owner === merchantId ? [product] : [],
      );
      return eventsOfMerchant.length > 0 ? [{ merchantId, data: { products: eventsOfMerchant } }] : [];
    });
  });
}
