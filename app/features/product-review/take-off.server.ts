import { audit, changesOf, type Operator } from "~/features/audit/audit.server";
import { joined, leftTags } from "~/features/cache-tags";
import {
  fileReport,
  noteKept,
  notePutBack,
  noteTakenDown,
  objectionLines,
  type Revision,
  type Target,
} from "~/features/moderation/cases.server";
import { timestamp } from "~/platform/clock";
import { type Trx } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { unknownToAll } from "~/features/products/errors.server";
import { notTakenOff, takenOffAlready } from "./errors.server";
import { mailPutBack, mailTakenOff } from "./mails.server";
import { announceOffSale, hideProduct, showProduct } from "~/features/products/off-sale.server";
import { lockStoreStatus } from "./queries.server";

/**
 * Takes a single product off sale, whatever its merchant does with it. Carts and checkouts refuse it at once, open
 * payment pages are ended, and payments made at that moment are refunded. The merchant is told why. A deleted product
 * can be taken off too, so that it can be recalled. Refuses `unknown_product` and `taken_off_already`.
 */
export async function takeOff(
  services: Services,
  operator: Operator,
  productId: string,
  reason: string,
  revision?: Revision,
): Promise<void> {
  const now = timestamp(services.clock);
  await inTransactionOnce(services, async (trx) => {
    const product = await productWithMerchant(trx, productId);
    if (!product) throw unknownToAll();
    // Announced whether or not it was on sale, because it may have been put on sale a moment ago.
    const done = await hideProduct(trx, productId, reason, now);
    if (!done) throw takenOffAlready();
    await services.dialect.announceChange(trx, leftTags([done]));
    await announceOffSale(trx, services);
    await audit(trx, services, operator, "product.taken_off", product.title, {
      product: productId,
      ...changesOf(
        { "On sale": product.isPublic === 1 ? "yes" : "no" },
        { "On sale": "no, and not until it is put back" },
      ),
      reason,
    });
    const people = [product.merchantId];
    const addresses = await noteTakenDown(trx, services, targetOf(product), { reason, people, revision });
    await mailTakenOff(trx, services, product, reason, objectionLines(addresses, product.merchantId));
  });
}

/**
 * Allows a product to be sold again. It is on sale at once if it is published and its stall is open. The merchant is
 * told. Refuses `unknown_product` and `not_taken_off`.
 */
export async function putBack(
  services: Services,
  operator: Operator,
  productId: string,
  revision?: Revision,
): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const product = await productWithMerchant(trx, productId);
    if (!product) throw unknownToAll();
    const status = await lockStoreStatus(trx, services.dialect, product.merchantId);
    const row = await showProduct(trx, productId, status === "active", timestamp(services.clock));
    if (!row) throw notTakenOff();
    await notePutBack(trx, services, targetOf(product), revision);
    if (row.isPublic === 1) await services.dialect.announceChange(trx, joined([row]));
    await audit(trx, services, operator, "product.put_back", product.title, {
      product: productId,
      ...changesOf({ "On sale": "no" }, { "On sale": row.isPublic === 1 ? "yes" : "not yet" }),
    });
    if (row.deletedAt === null) await mailPutBack(trx, services, product, row.isPublic === 1);
  });
}

/** Reports a product on sale to the market. Anybody may, and their name is not kept. Refuses `unknown_product`. */
export async function reportProduct(services: Services, productId: string, reason: string): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const product = await productWithMerchant(trx, productId);
    if (product?.isPublic !== 1) throw unknownToAll();
    await fileReport(trx, services, targetOf(product), reason);
  });
}

/** Settles the reports of a product that stays on sale. Refuses `unknown_product`, and `report_decided`. */
export async function keepProduct(
  services: Services,
  operator: Operator,
  productId: string,
  revision: Revision,
): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const product = await productWithMerchant(trx, productId);
    if (!product) throw unknownToAll();
    await noteKept(trx, services, targetOf(product), revision);
    await audit(trx, services, operator, "product.kept", product.title, { product: productId });
  });
}

const targetOf = ({ _id, title }: { _id: string; title: string }): Target => ({
  kind: "product",
  targetId: _id,
  title,
});

function productWithMerchant(trx: Trx, productId: string) {
  return trx
    .selectFrom("products as p")
    .innerJoin("users as u", "u._id", "p.merchantId")
    .select(["p._id", "p.title", "p.merchantId", "p.isPublic", "u.email", "u.firstName"])
    .where("p._id", "=", productId)
    .executeTakeFirst();
}
