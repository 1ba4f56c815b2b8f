import { lockPart, markExternalId } from "~/features/orders/order-parts.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { isDuplicate } from "~/platform/database/duplicates";
import type { Services } from "~/platform/services.server";
import { saleExternalIdTaken } from "./errors.server";
import { merchantOrder } from "./orders.server";
import type { MerchantOrderDetails } from "./schema";

/** Notes the id that a sale has in its merchant's own system. Refuses `unknown_order` and `external_id_taken`. */
export async function setExternalId(
  services: Services,
  merchantId: string,
  orderId: string,
  externalId: string,
): Promise<MerchantOrderDetails> {
  await inTransaction(services.db, async (trx) => {
    const { part } = await lockPart(trx, services, orderId, { merchantId });
    await markExternalId(trx, part._id, { externalId, updatedAt: timestamp(services.clock) });
  }).catch((error: unknown) => {
    throw isDuplicate(error, "orderPartsExternalId") ? saleExternalIdTaken() : error;
  });
  return merchantOrder(services, merchantId, orderId);
}
