import { sql } from "kysely";
import type { Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { addSums, inFull, sizeOfLine, sumsOf, type Booking, type Size } from "./sums.server";

/** Parts whose rows are in memory at once; each has at most as many lines as a cart. */
const PARTS_AT_ONCE = 100;

/**
 * Books the sums of all days anew in this time zone, from the orders and refunds that there are. Answers how many parts
 * of orders it read. Other writers of these sums wait for the end of the transaction.
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
  return trx
    .selectFrom("orderParts")
    .select(["_id", "orderId", "merchantId", "amountCents", "paidAt", "statusText", "cancelledAt"])
    .select((eb) => [
      "deliveryFeeCents",
      eb
        .selectFrom("ledger")
        .select("ledger.createdAt")
        .where("uniqueKey", "=", sql<string>`'delivery back ' || "orderParts"."_id"`)
        .as("deliveryFeeBackAt"),
    ])
    .where("_id", ">", cursor)
    .where("paidAt", "is not", null)
    .orderBy("_id")
    .limit(limit)
    .execute();
}

/** The bookings for these parts: each sale, and each refund at the moment of its entry in the ledger. */
async function bookingsOf(trx: Trx, parts: PaidPart[]): Promise<Booking[]> {
  if (parts.length === 0) return [];
  const ids = parts.map((part) => part._id);
  const lines = await trx
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
  const linesOf = grouped(lines, (line) => line.partId);
  return parts.flatMap((part) => {
    const ofPart = linesOf.get(part._id) ?? [];
    const booking = { merchantId: part.merchantId, buyerId: null, orders: 0 as const, deliveryFeeCents: 0 };
    const refund = { ...booking, kind: "refund" as const, lines: [], amountCents: 0 };
    return [
      {
        ...booking,
        kind: "sale" as const,
        at: part.paidAt ?? "",
        amountCents: part.amountCents,
        deliveryFeeCents: part.deliveryFeeCents,
        lines: inFull(ofPart),
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

/** A rest without a refund of ours went back at the provider or at a bank when the part was settled. */
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
