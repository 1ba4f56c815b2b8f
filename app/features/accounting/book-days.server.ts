import { sql } from "kysely";
import type { Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { paidAndBack } from "~/features/collection-payments/due.server";
import { linesPaid } from "./book-cash.server";
import { addSums, inFull, sizeOfLine, sumsOf, type Booking, type Size } from "./sums.server";

/** Parts whose rows are in memory at once; each has at most as many lines as a cart. */
const PARTS_AT_ONCE = 100;

/**
 * Books the sums of all days anew in this time zone, from the present orders and refunds. Returns how many parts of
 * orders it read. Other writers of these sums wait for the end of the transaction.
 */
export async function bookDays(
  trx: Trx,
  dialect: Pick<Dialect, "name">,
  timeZone: string,
  pageSize = PARTS_AT_ONCE,
): Promise<number> {
  // SQLite has one writer in any case.
  if (dialect.name === "postgres") await sql`lock table "daySales", "dayProductSales" in exclusive mode`.execute(trx);
  await trx.deleteFrom("dayProductSales").execute();
  await trx.deleteFrom("daySales").execute();
  let count = 0;
  for (let cursor = ""; ;) {
    const parts = await paidParts(trx, cursor, pageSize);
    const { days, dayProducts } = sumsOf(await bookingsOf(trx, parts), timeZone);
    await addSums(trx, { days, dayProducts });
    count += parts.length;
    const last = parts.at(-1);
    if (!last || parts.length < pageSize) return count;
    cursor = last._id;
  }
}

type PaidPart = Awaited<ReturnType<typeof paidParts>>[number];

function paidParts(trx: Trx, cursor: string, limit: number) {
  return (
    trx
      .selectFrom("orderParts as p")
      .leftJoin("collectionPayments as c", "c.partId", "p._id")
      .select(["p._id", "p.orderId", "p.merchantId", "p.amountCents", "p.paidAt", "p.statusText", "p.cancelledAt"])
      .select((eb) => [
        "c.paidCents",
        "p.deliveryFeeCents",
        eb
          .selectFrom("ledger")
          .select("ledger.createdAt")
          .where("uniqueKey", "=", sql<string>`'delivery back ' || "p"."_id"`)
          .as("deliveryFeeBackAt"),
      ])
      .where("p._id", ">", cursor)
      .where("p.paidAt", "is not", null)
      // A part that is to be paid at collection is no sale yet.
      .where("p.isUnpaid", "=", 0)
      .orderBy("p._id")
      .limit(limit)
      .execute()
  );
}

/** The bookings for these parts: each sale, and each refund at the moment of its entry in the ledger. */
async function bookingsOf(trx: Trx, parts: PaidPart[]): Promise<Booking[]> {
  if (parts.length === 0) return [];
  const ids = parts.map((part) => part._id);
  const allLines = await trx
    .selectFrom("orderLines")
    .select(["_id", "partId", "productId", "variantId", "sizeName", "priceCents", "quantity"])
    .select(["refundedQuantity", "refundedCents"])
    .where("partId", "in", ids)
    .orderBy("partId")
    .orderBy("position")
    .execute();
  const refunds = await trx
    .selectFrom("refunds as r")
    .innerJoin("refundLines as b", "b.refundId", "r._id")
    .innerJoin("orderLines as l", "l._id", "b.lineId")
    .leftJoin("ledger as e", (join) =>
      join.on("e.uniqueKey", "=", sql<string>`'refund ' || "b"."refundId" || ' ' || "l"."partId"`),
    )
    .select(["b.lineId", "b.quantity", "b.amountCents", "r.createdAt", "e.createdAt as bookedAt"])
    .where(
      "r.orderId",
      "in",
      parts.map((part) => part.orderId),
    )
    .where("l.partId", "in", ids)
    .execute();
  const refundsOf = grouped(refunds, (refund) => refund.lineId);
  const linesOf = grouped(allLines, (line) => line.partId);
  return parts.flatMap((part) => {
    const lines = linesOf.get(part._id) ?? [];
    const isPaidThere = part.paidCents !== null;
    const divided = lines.map((line) => divideTakenOut(line, refundsOf.get(line._id) ?? []));
    const ofPart = isPaidThere ? divided.map(({ givenBack }) => givenBack) : lines;
    const booking = { merchantId: part.merchantId, buyerId: null, orders: 0 as const, deliveryFeeCents: 0 };
    const refund = { ...booking, kind: "refund" as const, lines: [], amountCents: 0 };
    return [
      {
        ...booking,
        kind: "sale" as const,
        at: part.paidAt ?? "",
        amountCents: paidAndBack({ ...part, refundedCents: 0 }).amountCents,
        deliveryFeeCents: part.deliveryFeeCents,
        lines: isPaidThere ? linesPaid(divided.map(({ takenOut }) => takenOut)) : inFull(lines),
        orders: 1 as const,
      },
      ...ofPart
        .flatMap((line) => refundsOfLine(line, refundsOf.get(line._id) ?? [], part.cancelledAt))
        .map(({ at, ...pieces }) => ({
          ...booking,
          kind: "refund" as const,
          at,
          amountCents: pieces.amountCents,
          lines: [pieces],
        })),
      ...(part.cancelledAt ? [{ ...refund, at: part.cancelledAt, orders: 1 as const }] : []),
      ...(part.deliveryFeeBackAt
        ? [{ ...refund, at: part.deliveryFeeBackAt, deliveryFeeCents: part.deliveryFeeCents }]
        : []),
    ];
  });
}

function grouped<Row>(rows: Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

interface Line extends Size {
  refundedQuantity: number;
  refundedCents: number;
}

interface LineRefund {
  quantity: number;
  amountCents: number;
  createdAt: string;
  bookedAt: string | null;
}

/**
 * Divides a line's refunds: pieces taken out before a payment at collection, which were never sold, and pieces refunded
 * since.
 */
function divideTakenOut<Row extends Line>(line: Row, refunds: LineRefund[]): { takenOut: Row; givenBack: Row } {
  const [quantity, cents] = [
    refunds.reduce((sum, refund) => sum + refund.quantity, 0),
    refunds.reduce((sum, refund) => sum + refund.amountCents, 0),
  ];
  return {
    takenOut: {
      ...line,
      refundedQuantity: line.refundedQuantity - quantity,
      refundedCents: line.refundedCents - cents,
    },
    givenBack: { ...line, refundedQuantity: quantity, refundedCents: cents },
  };
}

/**
 * The bookings of a line's refunds. A rest without a refund of ours was refunded at the provider or taken by a bank
 * when the part was settled.
 */
function refundsOfLine(
  { refundedQuantity, refundedCents, ...line }: Line,
  refunds: LineRefund[],
  settledAt: string | null,
) {
  const size = sizeOfLine(line);
  const bookings = refunds.map(({ quantity, amountCents, createdAt, bookedAt }) => ({
    ...size,
    quantity,
    amountCents,
    at: bookedAt ?? createdAt,
  }));
  const rest = {
    ...size,
    quantity: refundedQuantity - bookings.reduce((sum, { quantity }) => sum + quantity, 0),
    amountCents: refundedCents - bookings.reduce((sum, { amountCents }) => sum + amountCents, 0),
  };
  return settledAt && (rest.quantity > 0 || rest.amountCents > 0)
    ? [...bookings, { ...rest, at: settledAt }]
    : bookings;
}
