import { LISTS, stallTag, wayTag, WAYS } from "~/features/cache-tags";
import { lockUser } from "~/features/accounts/lock-user.server";
import { today } from "~/features/stores/holiday";
import { timestamp } from "~/platform/clock";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Trx } from "~/platform/database/database.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { etagOf, requireMatch, type Expected } from "~/platform/http/versions.server";
import { toCents } from "~/features/fields";
import { tooManyMethods, unknownMethod, unknownProducts } from "./errors.server";
import { methodOfMerchant, titled, withoutMerchant } from "./methods.server";
import { MOST_METHODS, type Method, type SavedMethod, type TitledMethod } from "./schema";
import { removeArea, saveArea } from "./way-areas.server";

const columnsOf = ({ kind, name, active, address, directions, area, times, daysOff, ...way }: Method) => ({
  kind,
  name,
  isActive: active ? (1 as const) : (0 as const),
  // Fields of other kinds are emptied: they would come back when the kind is changed by mistake.
  address: kind === "collection" ? address : "",
  directions,
  area: kind === "delivery" ? area : "",
  times: JSON.stringify(times),
  daysOff: JSON.stringify(daysOff),
  isPaidThere: kind === "collection" && way.isPaidThere ? (1 as const) : (0 as const),
  feeCents: toCents(way.fee),
  freeFromCents: way.freeFrom === null ? null : toCents(way.freeFrom),
  leastOrderCents: toCents(way.leastOrder),
  products: JSON.stringify(way.products),
});

/**
 * Announces a changed delivery method: pages of the stall and of its goods, and lists of what reaches a buyer, are made
 * anew.
 */
export const announceWay = (trx: Trx, { dialect }: Services, merchantId: string, methodId: string): Promise<void> =>
  dialect.announceChange(trx, [LISTS, WAYS, stallTag(merchantId), wayTag(methodId)]);

/** Refuses `unknown_product` if a delivery method is limited to products that its merchant does not have. */
async function checkProducts(trx: Trx, merchantId: string, { products }: Pick<Method, "products">): Promise<void> {
  if (products.length === 0) return;
  const rows = await trx
    .selectFrom("products")
    .select("_id")
    .where("_id", "in", products)
    .where("merchantId", "=", merchantId)
    .execute();
  if (rows.length < products.length) throw unknownProducts();
}

/** Adds a delivery method to a stall. Refuses `too_many_ways`, `unknown_product`. */
export async function addMethod(services: Services, merchantId: string, method: Method): Promise<TitledMethod> {
  const now = timestamp(services.clock);
  const methodId = await inTransactionOnce(services, async (trx) => {
    // Without the lock, two calls at once would not count each other's method.
    await lockUser(trx, services, merchantId);
    const { count } = await trx
      .selectFrom("deliveryMethods")
      .where("merchantId", "=", merchantId)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_METHODS) throw tooManyMethods();
    await checkProducts(trx, merchantId, method);
    const _id = newId(services.clock.now());
    await trx
      .insertInto("deliveryMethods")
      .values({ _id, merchantId, ...columnsOf(method), createdAt: now, updatedAt: now })
      .execute();
    await saveArea(trx, _id, columnsOf(method).area);
    await announceWay(trx, services, merchantId, _id);
    return _id;
  });
  return titledMethod(services, merchantId, methodId);
}

/** The version of a delivery method: all that its merchant saves of it. */
export const methodVersion = ({ productTitles: _titles, ...method }: SavedMethod & Partial<TitledMethod>): string =>
  etagOf(method);

/**
 * Changes a delivery method. Orders keep the method and the time that they were placed with. Refuses `unknown_way`,
 * `unknown_product`, and `changed_meanwhile` if somebody else has saved it since the expected version.
 */
export async function changeMethod(
  services: Services,
  merchantId: string,
  methodId: string,
  method: Method,
  expectedVersion: Expected,
): Promise<TitledMethod> {
  await inTransactionOnce(services, async (trx) => {
    await lockUser(trx, services, merchantId);
    const before = withoutMerchant(await methodOfMerchant(trx, merchantId, methodId));
    requireMatch(before, expectedVersion, methodVersion(before));
    await checkProducts(trx, merchantId, method);
    await trx
      .updateTable("deliveryMethods")
      .set({ ...columnsOf(method), updatedAt: timestamp(services.clock) })
      .where("_id", "=", methodId)
      .execute();
    await saveArea(trx, methodId, columnsOf(method).area);
    await announceWay(trx, services, merchantId, methodId);
    await trx.deleteFrom("slotOrders").where("methodId", "=", methodId).where("day", "<", today(services)).execute();
  });
  return titledMethod(services, merchantId, methodId);
}

/** A delivery method as its merchant reads it. Refuses `unknown_way`. */
export async function titledMethod(
  { db }: Pick<Services, "db">,
  merchantId: string,
  methodId: string,
): Promise<TitledMethod> {
  const [method] = await titled(db, [await methodOfMerchant(db, merchantId, methodId)]);
  if (!method) throw unknownMethod();
  return method;
}

/** Removes a delivery method. Orders keep it. Refuses `unknown_way`. */
export async function removeMethod(services: Services, merchantId: string, methodId: string): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("deliveryMethods")
      .where("_id", "=", methodId)
      .where("merchantId", "=", merchantId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw unknownMethod();
    await removeArea(trx, methodId);
    await announceWay(trx, services, merchantId, methodId);
    await trx.deleteFrom("slotOrders").where("methodId", "=", methodId).execute();
  });
}
