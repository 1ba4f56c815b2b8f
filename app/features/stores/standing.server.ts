import { setStoreStatus } from "./store-status.server";
import { audit, changesOf, type Operator } from "~/features/audit/audit.server";
import { announceOffSale, showProductsOf } from "~/features/products/off-sale.server";
import { type Trx } from "~/platform/database/database.server";
import { timestamp } from "~/platform/clock";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { StoreRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { otherStatus, unknownMerchant } from "./errors.server";
import { merchantById, type Found } from "./find-merchants.server";
import { mailApproved, mailReinstated, mailSuspended } from "./mails.server";

/** Moves a store from one of the statuses `from` to `to`, and its products on or off sale, in one transaction. */
async function setStatus(
  services: Services,
  merchantId: string,
  from: StoreRow["status"][],
  to: StoreRow["status"],
  tell: (trx: Trx, merchant: Found) => Promise<void>,
): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const merchant = await merchantById(trx, merchantId);
    if (!merchant) throw unknownMerchant();
    if (!(await setStoreStatus(trx, merchantId, from, to, timestamp(services.clock)))) throw otherStatus();
    const changedProducts = await showProductsOf(trx, merchantId, to === "active");
    // The stall's own page appears or disappears whether or not it has products.
    await services.dialect.announceChange(trx);
    if (changedProducts && to !== "active") await announceOffSale(trx, services);
    await tell(trx, merchant);
  });
}

/** Lets in a merchant who has signed up. */
export async function approveMerchant(services: Services, operator: Operator, merchantId: string): Promise<void> {
  await setStatus(services, merchantId, ["waiting"], "active", async (trx, merchant) => {
    await audit(trx, services, operator, "merchant.approved", merchant.storeName, {
      merchant: merchantId,
      ...changesOf({ Standing: merchant.status }, { Standing: "active" }),
    });
    await mailApproved(trx, services, merchant);
  });
}

/**
 * Takes everything of a merchant off sale. Paid orders go on, and the merchant can still sign in to send them. Payouts
 * wait until the suspension ends.
 */
export async function suspendMerchant(
  services: Services,
  operator: Operator,
  merchantId: string,
  reason: string,
): Promise<void> {
  await setStatus(services, merchantId, ["active", "waiting"], "suspended", async (trx, merchant) => {
    await audit(trx, services, operator, "merchant.suspended", merchant.storeName, {
      merchant: merchantId,
      ...changesOf({ Standing: merchant.status }, { Standing: "suspended" }),
      reason,
    });
    await mailSuspended(trx, services, merchant, reason);
  });
}

/** Sends the payouts that waited for the end of a suspension. Called in the transaction that ends it. */
export type Resume = (trx: Trx, services: Services, merchantId: string) => Promise<void>;

/** Ends a suspension. Products that are published and not deleted are on sale again, and waiting payouts are sent. */
export async function reinstateMerchant(
  services: Services,
  operator: Operator,
  merchantId: string,
  resume: Resume,
): Promise<void> {
  await setStatus(services, merchantId, ["suspended"], "active", async (trx, merchant) => {
    await audit(trx, services, operator, "merchant.reinstated", merchant.storeName, {
      merchant: merchantId,
      ...changesOf({ Standing: merchant.status }, { Standing: "active" }),
    });
    await mailReinstated(trx, services, merchant);
    await resume(trx, services, merchantId);
  });
}
