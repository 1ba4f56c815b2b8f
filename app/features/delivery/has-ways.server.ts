import { sql, type RawBuilder } from "kysely";

/**
 * A column: 1 if a merchant offers delivery methods or takes part in a market day. Otherwise the stall sends by carrier
 * to everywhere.
 */
export const hasWays = (merchant: string): RawBuilder<0 | 1> =>
  sql<0 | 1>`case when exists (select 1 from "deliveryMethods" as "dm"
    where "dm"."merchantId" = ${sql.ref(merchant)} and "dm"."isActive" = 1) or exists (select 1 from "marketDayStalls" as "ds"
    inner join "marketDays" as "md" on "md"."_id" = "ds"."marketDayId"
    where "ds"."merchantId" = ${sql.ref(merchant)} and "md"."isActive" = 1) then 1 else 0 end`;
