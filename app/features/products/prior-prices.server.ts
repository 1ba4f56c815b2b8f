import { sql, type RawBuilder } from "kysely";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";

/*
 * The price that a discount is compared with: the lowest at which the size was sold in the 30 days before the discount
 * began. Source: EU Directive 98/6/EC, article 6a.
 */

const DAYS = 30;
const daysBefore = (time: string) => new Date(Date.parse(time) - DAYS * 86_400_000).toISOString();

/**
 * Records past prices of these products' sizes, and the price that each discount is compared with. A discount begins
 * when there was none, and when the price rises during one. If the size was never sold before, the discount is compared
 * with the list price. Prices of products that are not published do not count as sold. Runs two statements.
 * @param ids the products, as an SQL list
 */
export async function notePrices(trx: Db, ids: RawBuilder<unknown>, now: string): Promise<void> {
  await sql`insert into "pastPrices" ("variantId", "priceCents", "endedAt")
    select "v"."_id", "v"."soldCents", cast(${now} as text) from "variants" as "v" join "products" as "p" on "p"."_id" = "v"."productId"
    where "v"."productId" in (${ids}) and "v"."deletedAt" is null and "p"."availType" = 'published' and "v"."soldCents" <> "v"."priceCents"
    on conflict do nothing`.execute(trx);
  await sql`update "variants" set "priorCents" = case
      when "variants"."priceCents" >= "variants"."amountCents" then null
      when "variants"."soldCents" is null then "variants"."amountCents"
      when "variants"."priorCents" is not null and "variants"."priceCents" <= "variants"."soldCents" then "variants"."priorCents"
      else coalesce((select min(case when "past"."priceCents" < "variants"."soldCents" then "past"."priceCents" else "variants"."soldCents" end)
        from "pastPrices" as "past" where "past"."variantId" = "variants"."_id" and "past"."endedAt" > ${daysBefore(now)}), "variants"."soldCents") end,
      "soldCents" = case when "p"."availType" = 'published' and "variants"."isPending" = 0 then "variants"."priceCents" else "variants"."soldCents" end
    from "products" as "p" where "p"."_id" = "variants"."productId" and "variants"."productId" in (${ids}) and "variants"."deletedAt" is null
      and ("variants"."soldCents" is null or "variants"."soldCents" <> "variants"."priceCents"
        or ("variants"."priorCents" is null) <> ("variants"."priceCents" >= "variants"."amountCents"))`.execute(trx);
}

/** Deletes prices that ended more than 30 days ago. A discount keeps the price that it is compared with. */
export async function sweepPastPrices({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db.deleteFrom("pastPrices").where("endedAt", "<=", daysBefore(clock.now().toISOString())).execute();
}
