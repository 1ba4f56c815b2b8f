import { sql } from "kysely";
import { changedPage, readChangeCursor } from "~/features/cursor.server";
import { toDollars } from "~/features/fields";
import { pageOfDocs } from "~/features/pagination";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { shareToSend } from "./jobs.server";
import type { Payout, PayoutQuery } from "./schema";
import { waitsFor } from "./waiting.server";

export const PAYOUTS_A_PAGE = 5;
const BY_CHANGE = "payouts changed";

/** A page of a merchant's payouts, newest first; with `updatedSince`, those changed since then, oldest change first. */
export async function payoutPage(
  { db, config, clock }: Pick<Services, "db" | "config" | "clock">,
  merchantId: string,
  query: PayoutQuery,
) {
  const { page, updatedSince, limit = PAYOUTS_A_PAGE } = query;
  const ownPayouts = db.selectFrom("payouts as p").where("p.merchantId", "=", merchantId);
  const count = async (payouts: typeof ownPayouts) =>
    Number((await payouts.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow()).n);
  const toPayout = payoutAt(config, timestamp(clock));
  if (updatedSince !== undefined) {
    const columns = { at: sql.ref<string>("p.updatedAt"), id: sql.ref<string>("p._id") };
    const { docs, ...rest } = await changedPage(BY_CHANGE, { ...query, updatedSince }, PAYOUTS_A_PAGE, columns, {
      count: (condition) => count(ownPayouts.where(condition)),
      read: (range) =>
        payoutRows(db, merchantId)
          .where(range.condition)
          .orderBy("p.updatedAt")
          .orderBy("p._id")
          .limit(range.limit)
          .offset(range.offset)
          .execute(),
      cursorOf: ({ updatedAt, _id }) => ({ at: updatedAt, id: _id }),
    });
    return { docs: docs.map(toPayout), ...rest };
  }
  readChangeCursor(BY_CHANGE, query);
  const rows = await payoutRows(db, merchantId)
    .orderBy("p.createdAt", "desc")
    .orderBy("p._id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return pageOfDocs(rows.map(toPayout), page, limit, await count(ownPayouts));
}

/** A merchant's payouts, with the columns that decide their states. */
const payoutRows = (db: Db, merchantId: string) =>
  db
    .selectFrom("payouts as p")
    .where("p.merchantId", "=", merchantId)
    .innerJoin("orders as o", "o._id", "p.orderId")
    .innerJoin("orderParts as part", "part._id", "p.partId")
    .leftJoin("payoutAccounts as a", "a.merchantId", "p.merchantId")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .select((eb) => [
      "p._id",
      "p.orderId",
      "o.itemId",
      "p.createdAt",
      "p.updatedAt",
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
    ]);
type PayoutRow = Awaited<ReturnType<ReturnType<typeof payoutRows>["executeTakeFirstOrThrow"]>>;

/** Makes payouts for the API from rows, with their states at a moment. */
const payoutAt =
  (config: Services["config"], moment: string) =>
  (row: PayoutRow): Payout => {
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
      waitsFor: waitsFor(row, moment),
      dueAt: row.dueAt,
    };
  };
