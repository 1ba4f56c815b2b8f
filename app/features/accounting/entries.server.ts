import type { Db, Trx } from "~/platform/database/database.server";
import type { LedgerRow, LedgerTotalRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";

type Entry = Pick<LedgerRow, "merchantId" | "partId" | "orderId" | "amountCents" | "vatCents" | "note" | "createdAt">;

/** A merchant's sale in one order. */
export interface Sale {
  partId: string;
  orderId: string;
  merchantId: string;
  itemId: number;
  amountCents: number;
  /** The VAT included in the amount. */
  vatCents: number;
  /** The delivery fee, in addition to the amount; 0 if there is none, or if it is not refunded. */
  deliveryFeeCents: number;
}

const asEntry = ({ partId, orderId, merchantId, itemId, amountCents, vatCents }: Sale, at: string): Entry => ({
  partId,
  orderId,
  merchantId,
  amountCents,
  vatCents,
  note: `Order #${itemId}`,
  createdAt: at,
});

/** The delivery fee of a part as an entry of its own, with the sign given. None if it is 0. */
const deliveryEntry = (sale: Sale, at: string, sign: 1 | -1, uniqueKey: string): LedgerRow[] =>
  sale.deliveryFeeCents === 0
    ? []
    : [
        {
          ...asEntry({ ...sale, amountCents: sign * sale.deliveryFeeCents, vatCents: 0 }, at),
          _id: newId(new Date(at)),
          kind: "delivery",
          uniqueKey,
        },
      ];

/**
 * Writes down that merchants are owed the price of what they sold, and its delivery fees. A sale that is written
 * already stays as it is.
 */
export async function noteSales(trx: Trx, sales: Sale[], at: string): Promise<void> {
  await note(
    trx,
    sales.flatMap((sale): LedgerRow[] => [
      {
        ...asEntry(sale, at),
        _id: newId(new Date(at)),
        kind: "sale",
        uniqueKey: `sale ${sale.partId}`,
      },
      ...deliveryEntry(sale, at, 1, `delivery ${sale.partId}`),
    ]),
  );
}

/**
 * Writes down a refund or lost dispute of a part: the merchant is owed that much less. A part may be refunded several
 * times.
 */
export async function noteRefund(
  trx: Trx,
  sale: Sale,
  refundId: string,
  at: string,
  kind: "refund" | "dispute" = "refund",
): Promise<void> {
  const entries = deliveryEntry(sale, at, -1, `delivery back ${sale.partId}`);
  if (sale.amountCents > 0)
    entries.unshift({
      ...asEntry(sale, at),
      amountCents: -sale.amountCents,
      vatCents: 0 - sale.vatCents,
      _id: newId(new Date(at)),
      kind,
      uniqueKey: `refund ${refundId} ${sale.partId}`,
    });
  if (entries.length > 0) await note(trx, entries);
}

/** Adds entries, and adds them to the totals. An entry that is written already is left out of both. */
export async function note(trx: Trx, entries: LedgerRow[]): Promise<void> {
  const insertion = await trx
    .insertInto("ledger")
    .values(entries)
    .onConflict((oc) => oc.column("uniqueKey").doNothing())
    .returning(["merchantId", "kind", "amountCents"])
    .execute();
  const totals = new Map<string, LedgerTotalRow>();
  for (const { merchantId, kind, amountCents } of insertion) {
    const key = `${merchantId} ${kind}`;
    totals.set(key, { merchantId, kind, amountCents: (totals.get(key)?.amountCents ?? 0) + amountCents });
  }
  if (totals.size === 0) return;
  // The fixed order prevents a deadlock between two orders.
  const rows = [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await trx
    .insertInto("ledgerTotals")
    .values(rows)
    .onConflict((oc) =>
      oc.columns(["merchantId", "kind"]).doUpdateSet((eb) => ({
        amountCents: eb("ledgerTotals.amountCents", "+", eb.ref("excluded.amountCents")),
      })),
    )
    .execute();
}

/** The sums of a merchant's account by kind, in cents. */
export async function sumsOfLedger(db: Db, merchantId: string): Promise<Record<LedgerRow["kind"], number>> {
  const rows = await db
    .selectFrom("ledgerTotals")
    .select(["kind", "amountCents"])
    .where("merchantId", "=", merchantId)
    .execute();
  return {
    sale: 0,
    delivery: 0,
    refund: 0,
    dispute: 0,
    fee: 0,
    payout: 0,
    cash: 0,
    ...Object.fromEntries(rows.map((row) => [row.kind, row.amountCents])),
  };
}
