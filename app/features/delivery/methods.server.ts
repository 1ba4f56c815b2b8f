import type { Selectable } from "kysely";
import type { Db } from "~/platform/database/database.server";
import type { DeliveryMethodRow } from "~/platform/database/tables";
import { z } from "~/features/zod";
import { unknownMethod } from "./errors.server";
import { openTime, type SavedMethod } from "./schema";

export type MethodRow = Selectable<DeliveryMethodRow>;

const storedTimes = z.array(openTime);
const storedDays = z.array(z.string());

/** A way as the API tells it; its merchant beside it. */
export type MethodOfMerchant = SavedMethod & { merchantId: string };

function methodOf(row: MethodRow): MethodOfMerchant {
  const { _id, merchantId, kind, name, isActive, address, directions, area, times, daysOff } = row;
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
