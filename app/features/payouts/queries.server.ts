import { toDollars } from "~/features/fields";
import { timestamp } from "~/platform/clock";
import type { Services } from "~/platform/services.server";
import { shareToSend } from "./jobs.server";
import type { Payout } from "./schema";
import { waitsFor } from "./waiting.server";

export const PAYOUTS_A_PAGE = 5;

/** A page of what a merchant was or is to be sent, newest first. */
export async function payoutPage(
  { db, config, clock }: Pick<Services, "db" | "config" | "clock">,
  merchantId: string,
  page: number,
) {
  const ownPayouts = db.selectFrom("payouts as p").where("p.merchantId", "=", merchantId);
  const { n } = await ownPayouts.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  const rows = await ownPayouts
    .innerJoin("orders as o", "o._id", "p.orderId")
    .innerJoin("orderParts as part", "part._id", "p.partId")
    .leftJoin("payoutAccounts as a", "a.merchantId", "p.merchantId")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .select((eb) => [
      "p._id",
      "p.orderId",
      "o.itemId",
      "p.createdAt",
      "p.doneAt",
      "p.startedAt",
      "p.dueAt",
      "o.disputedAt",
      "o.disputeEndedAt",
      "a.ready",
      "s.status as storeStatus",
      "p.netCents",
      "p.feeCents",
      "p.amountCents",
      "p.nettedCents",
      "part.amountCents as soldCents",
      "part.refundedCents",
      "part.deliveryFeeCents",
      "part.deliveryFeeRefundId",
      eb
        .selectFrom("payoutReversals as r")
        .select((inner) => inner.fn.coalesce(inner.fn.sum<number>("r.amountCents"), inner.lit(0)).as("cents"))
        .whereRef("r.payoutId", "=", "p._id")
        .where("r.doneAt", "is not", null)
        .as("reversedCents"),
    ])
    .orderBy("p.createdAt", "desc")
    .orderBy("p._id", "desc")
    .limit(PAYOUTS_A_PAGE)
    .offset((page - 1) * PAYOUTS_A_PAGE)
    .execute();
  const docs = rows.map((row): Payout => {
    const hasStarted = row.startedAt !== null;
    const { feeCents, amountCents } = hasStarted ? row : shareToSend({ ...row, amountCents: row.soldCents }, config);
    return {
      _id: row._id,
      orderId: row.orderId,
      itemId: row.itemId,
      createdAt: row.createdAt,
      doneAt: row.doneAt,
      amount: toDollars(amountCents),
      fee: toDollars(feeCents),
      ...(row.nettedCents > 0 && { netted: toDollars(row.nettedCents) }),
      reversed: toDollars(Number(row.reversedCents ?? 0)),
      status: row.doneAt
        ? row.amountCents === 0
          ? "Nothing left"
          : "Paid out"
        : hasStarted
          ? "On its way"
          : "Waiting",
      waitsFor: waitsFor(row, timestamp(clock)),
      dueAt: row.dueAt,
    };
  });
  return { docs, page, hasNextPage: page * PAYOUTS_A_PAGE < Number(n), total: Number(n) };
}
