import { lockUser } from "~/features/accounts/lock-user.server";
import type { Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";

/**
 * The fees for what a merchant was paid at collection that no payout has kept back yet, in cents; below 0 if more was
 * kept back than is owed now. Locks the merchant, because two payouts at once would keep the same fees back.
 */
export async function owedFees(trx: Trx, services: Services, merchantId: string): Promise<number> {
  await lockUser(trx, services, merchantId);
  const row = await trx
    .selectNoFrom((eb) => [
      eb
        .selectFrom("collectionPayments")
        .where("merchantId", "=", merchantId)
        .where("feeCents", ">", 0)
        .select((of) => of.fn.sum<number>("feeCents").as("cents"))
        .as("feeCents"),
      eb
        .selectFrom("payouts")
        .where("merchantId", "=", merchantId)
        .where("nettedCents", ">", 0)
        .select((of) => of.fn.sum<number>("nettedCents").as("cents"))
        .as("nettedCents"),
      eb
        .selectFrom("payouts")
        .where("merchantId", "=", merchantId)
        .where("nettedCents", ">", 0)
        .select((of) => of.fn.sum<number>("nettedBackCents").as("cents"))
        .as("backCents"),
    ])
    .executeTakeFirstOrThrow();
  return Number(row.feeCents ?? 0) - Number(row.nettedCents ?? 0) + Number(row.backCents ?? 0);
}
