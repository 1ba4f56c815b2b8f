import type { Selectable } from "kysely";
import type { Db } from "~/platform/database/database.server";
import type { DeliveryMethodRow } from "~/platform/database/tables";
import { z } from "~/features/zod";
import { toDollars } from "~/features/fields";
import type { Costs } from "./costs";
import { unknownMethod } from "./errors.server";
import { openTime, type SavedMethod, type TitledMethod } from "./schema";

export type MethodRow = Selectable<DeliveryMethodRow>;

const storedTimes = z.array(openTime);
const storedDays = z.array(z.string());
const storedIds = z.array(z.string());

/** A way as the API tells it; its merchant and its costs in cents beside it. */
export type MethodOfMerchant = SavedMethod & { merchantId: string; costs: Costs };

function methodOf(row: MethodRow): MethodOfMerchant {
  const { _id, merchantId, kind, name, isActive, address, directions, area, times, daysOff } = row;
  const { feeCents, freeFromCents, leastOrderCents, products } = row;
  return {
    _id,
    merchantId,
    kind,
    name,
    active: isActive === 1,
    address,
    directions,
    area,
    times: storedTimes.parse(JSON.parse(times)),
    daysOff: storedDays.parse(JSON.parse(daysOff)),
    fee: toDollars(feeCents),
    freeFrom: freeFromCents === null ? null : toDollars(freeFromCents),
    leastOrder: toDollars(leastOrderCents),
    products: storedIds.parse(JSON.parse(products)),
    costs: { feeCents, freeFromCents, leastOrderCents },
  };
}

/** The ways of merchants, oldest first, also those that are switched off. One statement. */
export async function methodsOf(db: Db, merchantIds: string[]): Promise<MethodOfMerchant[]> {
  if (merchantIds.length === 0) return [];
  const rows = await db
    .selectFrom("deliveryMethods")
    .selectAll()
    .where("merchantId", "in", merchantIds)
    .orderBy("_id")
    .execute();
  return rows.map(methodOf);
}

/** Ways as their merchant reads them, with the titles of the products that they are limited to. One statement. */
export async function titled(db: Db, methods: MethodOfMerchant[]): Promise<TitledMethod[]> {
  const ids = [...new Set(methods.flatMap(({ products }) => products))];
  const rows =
    ids.length === 0 ? [] : await db.selectFrom("products").select(["_id", "title"]).where("_id", "in", ids).execute();
  const titles = new Map(rows.map(({ _id, title }) => [_id, title]));
  return methods.map((method) => ({
    ...withoutMerchant(method),
    productTitles: method.products.map((id) => titles.get(id) ?? ""),
  }));
}

/** A way without its merchant, who is the one that asks. */
export const withoutMerchant = ({ merchantId: _merchantId, costs: _costs, ...method }: MethodOfMerchant): SavedMethod =>
  method;

/** A way of a merchant. Refuses `unknown_way`. */
export async function methodOfMerchant(db: Db, merchantId: string, methodId: string): Promise<MethodOfMerchant> {
  const row = await db
    .selectFrom("deliveryMethods")
    .selectAll()
    .where("_id", "=", methodId)
    .where("merchantId", "=", merchantId)
    .executeTakeFirst();
  if (!row) throw unknownMethod();
  return methodOf(row);
}
