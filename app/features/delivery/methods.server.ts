import type { Selectable } from "kysely";
import type { Db } from "~/platform/database/database.server";
import type { DeliveryMethodRow } from "~/platform/database/tables";
import { toDollars } from "~/features/fields";
import { unknownMethod } from "./errors.server";
import { marketDaysAsWays } from "./market-days.server";
import { storedPlan, storedProducts, type MethodOfMerchant, type OwnMethod } from "./method-of-merchant.server";
import type { SavedMethod, TitledMethod } from "./schema";

type MethodRow = Selectable<DeliveryMethodRow>;

function methodOf(row: MethodRow): OwnMethod {
  const { _id, merchantId, kind, name, isActive, address, directions, area } = row;
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
    ...storedPlan(row),
    isPaidThere: row.isPaidThere === 1,
    fee: toDollars(feeCents),
    freeFrom: freeFromCents === null ? null : toDollars(freeFromCents),
    leastOrder: toDollars(leastOrderCents),
    products: storedProducts(products),
    costs: { feeCents, freeFromCents, leastOrderCents },
  };
}

/** The delivery methods and market days of merchants, also those that are switched off. Two statements. */
export async function methodsOf(db: Db, merchantIds: string[]): Promise<MethodOfMerchant[]> {
  if (merchantIds.length === 0) return [];
  const ownMethods = (await ownMethodsOf(db, merchantIds)).map((method) => ({
    ...method,
    isShared: false,
    noticeHours: 0,
  }));
  return [...(await marketDaysAsWays(db, merchantIds)), ...ownMethods];
}

/** The delivery methods of merchants without market days, oldest first. One statement. */
export async function ownMethodsOf(db: Db, merchantIds: string[]): Promise<OwnMethod[]> {
  if (merchantIds.length === 0) return [];
  const rows = await db
    .selectFrom("deliveryMethods")
    .selectAll()
    .where("merchantId", "in", merchantIds)
    .orderBy("_id")
    .execute();
  return rows.map(methodOf);
}

/**
 * Delivery methods as their merchant reads them, with the titles of the products that they are limited to. One
 * statement.
 */
export async function titled(db: Db, methods: OwnMethod[]): Promise<TitledMethod[]> {
  const ids = [...new Set(methods.flatMap(({ products }) => products))];
  const rows =
    ids.length === 0 ? [] : await db.selectFrom("products").select(["_id", "title"]).where("_id", "in", ids).execute();
  const titles = new Map(rows.map(({ _id, title }) => [_id, title]));
  return methods.map((method) => ({
    ...withoutMerchant(method),
    productTitles: method.products.map((id) => titles.get(id) ?? ""),
  }));
}

/** A delivery method for its own merchant: without the merchant's id and the costs in cents. */
export const withoutMerchant = ({ merchantId: _merchantId, costs: _costs, ...method }: OwnMethod): SavedMethod =>
  method;

/** A merchant's own delivery method. Refuses `unknown_way`. */
export async function methodOfMerchant(db: Db, merchantId: string, methodId: string): Promise<OwnMethod> {
  const row = await db
    .selectFrom("deliveryMethods")
    .selectAll()
    .where("_id", "=", methodId)
    .where("merchantId", "=", merchantId)
    .executeTakeFirst();
  if (!row) throw unknownMethod();
  return methodOf(row);
}
