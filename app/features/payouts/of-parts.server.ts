import type { Db } from "~/platform/database/database.server";
import { shareGivenBack } from "./share";

/** A part's payout to its merchant, in cents. Later reversals are subtracted from both. */
export interface PartPaidOut {
  feeCents: number;
  amountCents: number;
  /** The provider's id of the transfer; null while it is on its way. */
  providerId: string | null;
  doneAt: string | null;
}

/** Payouts of these parts that have begun, and the fees of those paid at collection, by part. Two statements. */
export async function paidOutOf(db: Db, partIds: string[]): Promise<Map<string, PartPaidOut>> {
  if (partIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("payouts")
    .select(["partId", "netCents", "feeCents", "amountCents", "nettedCents", "givenBackCents", "providerId", "doneAt"])
    .select(["deliveryFeeCents", "deliveryFeeBackCents"])
    .where("partId", "in", partIds)
    .where("netCents", ">", 0)
    .execute();
  const fees = await db
    .selectFrom("collectionPayments")
    .select(["partId", "feeCents"])
    .where("partId", "in", partIds)
    .where("feeCents", ">", 0)
    .execute();
  return new Map([
    ...fees.map(({ partId, feeCents }): [string, PartPaidOut] => [
      partId,
      { feeCents, amountCents: 0, providerId: null, doneAt: null },
    ]),
    ...rows.map(({ partId, providerId, doneAt, ...payout }): [string, PartPaidOut] => {
      const { feeCents, amountCents } = payout;
      const back = shareGivenBack(payout);
      return [
        partId,
        { feeCents: feeCents - back.feeCents, amountCents: amountCents - back.amountCents, providerId, doneAt },
      ];
    }),
  ]);
}
