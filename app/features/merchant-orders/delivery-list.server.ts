import { isDay } from "~/features/days";
import { partsToBring, savePositions } from "~/features/delivery/list-positions.server";
import { hoursInWords } from "~/features/delivery/words-schema";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { unknownOrder } from "~/features/orders/errors.server";
import type { SpreadsheetFormat } from "~/features/spreadsheet-format";
import type { Db } from "~/platform/database/database.server";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { spreadsheetStream } from "~/platform/spreadsheet.server";
import { MOST_STOPS, type DeliveryList } from "./day-schema";
import { unknownDay } from "./errors.server";
import { handOversOf, notesOf } from "./hand-overs-schema";
import { ordersByParts } from "./order-docs.server";
import { linesToPack } from "./packing.server";
import type { MerchantOrder } from "./schema";

/** The orders that a merchant brings on a day, in the merchant's order. Three statements. Refuses `unknown_day`. */
export async function deliveryList(
  { db }: Pick<Services, "db">,
  merchantId: string,
  day: string,
): Promise<DeliveryList> {
  if (!isDay(day)) throw unknownDay();
  return { day, orders: await ordersToBring(db, merchantId, day) };
}

async function ordersToBring(db: Db, merchantId: string, day: string): Promise<MerchantOrder[]> {
  const parts = await partsToBring(db, merchantId, day, MOST_STOPS);
  if (parts.length === 0) return [];
  const { docs } = await ordersByParts(
    db,
    parts.map(({ partId }) => partId),
  );
  const orderById = new Map(docs.map((order) => [order._id, order]));
  return handOversOf(parts.flatMap(({ orderId }) => orderById.get(orderId) ?? [])).flat();
}

/**
 * Saves the order in which a merchant brings a day's orders: the named ones first, as they are named, then the others
 * as they were. Refuses `unknown_day`, and `unknown_order` for an order that is not on the list.
 */
export async function sortDeliveryList(
  services: Services,
  merchantId: string,
  day: string,
  orderIds: readonly string[],
): Promise<DeliveryList> {
  if (!isDay(day)) throw unknownDay();
  await inTransaction(services.db, async (trx) => {
    const parts = await partsToBring(trx, merchantId, day, MOST_STOPS);
    const partOf = new Map(parts.map(({ orderId, partId }) => [orderId, partId]));
    const ordersOfList = orderIds.map((orderId) => {
      const partId = partOf.get(orderId);
      if (partId === undefined) throw unknownOrder();
      return partId;
    });
    const isNamed = new Set(ordersOfList);
    await savePositions(trx, [
      ...ordersOfList,
      ...parts.map(({ partId }) => partId).filter((partId) => !isNamed.has(partId)),
    ]);
  });
  return deliveryList(services, merchantId, day);
}

/** The address to which an order is brought, on one line, as people and maps read it. */
export const addressOf = ({ shipping }: MerchantOrder): string => addressLines(shipping).join(", ");

/** The recipient's telephone: that of the address, else that of the account. */
export const telephoneOf = ({ shipping, user }: MerchantOrder): string => shipping.telephone || user.telephone;

export const hoursOf = ({ delivery }: MerchantOrder): string =>
  delivery?.from && delivery.to ? hoursInWords(delivery.from, delivery.to) : "";

/** The pieces of an order in words. */
export const goodsOf = (order: MerchantOrder): string =>
  linesToPack(order)
    .map(({ product, pieces }) => `${pieces} × ${product.title}`)
    .join("; ");

/** The pieces of orders that are handed over together, in words. */
export const goodsOfAll = (orders: readonly MerchantOrder[]): string => orders.map(goodsOf).filter(Boolean).join("; ");

/** The list as CSV or as a workbook. Each stop is one row with the numbers of all its orders. */
export function deliveryListExport({ orders }: DeliveryList, format: SpreadsheetFormat): ReadableStream<Uint8Array> {
  const columns = ["Stop", "Order ID", "Time", "Name", "Phone", "Address", "Zip code", "Notes", "Products"];
  return spreadsheetStream(format, columns, [
    handOversOf(orders).map((group, place) => [
      place + 1,
      group.map(({ itemId }) => itemId).join(" "),
      hoursOf(group[0]),
      fullName(group[0].shipping),
      telephoneOf(group[0]),
      addressOf(group[0]),
      group[0].shipping.zipCode,
      notesOf(group),
      goodsOfAll(group),
    ]),
  ]);
}
