import { sql } from "kysely";
import { seededRandom } from "~/demo/content/random";
import { issueToken } from "~/features/accounts/tokens.server";
import { noBilling } from "~/features/accounts/schema";
import { note } from "~/features/accounting/entries.server";
import { fold } from "~/platform/folding";
import { addSums, inFull, sumsOf, type Booking } from "~/features/accounting/sums.server";
import { systemClock } from "~/platform/clock";
import { inTransaction, type Database, type Trx } from "~/platform/database/database.server";
import type { LedgerRow, NewRow, OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import { addBuyers, addMerchantWithProducts } from "./fill";

const DAY = 86_400_000;
const PRODUCTS = 40;
const CHUNK = 250;
/** Above the numbers of the demo's orders, so that both can be in one database. */
const FIRST_NUMBER = 100_001;

const FIRST = [
  "Ada",
  "Ben",
  "Chloé",
  "Dmitri",
  "Elif",
  "Femi",
  "Greta",
  "Hiro",
  "Ines",
  "Jonas",
  "Kaya",
  "Lorenz",
  "Mina",
  "Noor",
  "Otto",
  "Priya",
  "Quentin",
  "Rosa",
  "Sven",
  "Tomás",
];
const LAST = [
  "Abbott",
  "Bauer",
  "Castillo",
  "Dubois",
  "Eriksen",
  "Fontaine",
  "Garcia",
  "Hoffmann",
  "Ibrahim",
  "Jansen",
  "Kowalski",
  "Lindqvist",
  "Moreau",
  "Novak",
  "Okafor",
  "Petrov",
  "Romano",
  "Silva",
  "Tanaka",
  "Weber",
];
/** How many of a thousand orders have each state. The other orders are delivered. */
const STANDING = [
  ["Cancelled", 30],
  ["Refunded", 10],
  ["Failed", 10],
  ["Processing", 30],
  ["Shipped", 20],
] as const;

/**
 * Words to search orders for. `everybody` is in every customer's address, `frequent` in about a twentieth, `rare` in
 * three orders.
 */
export const CUSTOMERS = {
  everybody: "example",
  frequent: "rosa",
  two: "rosa weber",
  rare: "quandong",
  short: "qu",
  shortRare: "zz",
};

/**
 * Adds a year of `size` paid orders with one merchant, from a fifth as many buyers, with all rows that placing them
 * would write. Returns the merchant's token.
 */
export async function fillOrders(database: Database, size: number): Promise<string> {
  const { db, dialect } = database;
  const random = seededRandom(size);
  const now = Date.now();
  const token = await inTransaction(db, async (trx) => {
    const { merchantId, products } = await addMerchantWithProducts(trx, PRODUCTS);
    const buyerIds = await addBuyers(trx, Math.max(10, Math.round(size / 5)));
    for (let start = 0; start < size; start += CHUNK) {
      const batch = Array.from({ length: Math.min(CHUNK, size - start) }, (_, index) => {
        const number = start + index;
        const at = new Date(now - Math.round((1 - number / size) * 364 * DAY) - 3_600_000);
        const basket = random
          .sample(products, random.integer(1, 3))
          .map((product) => ({ ...product, quantity: random.integer(1, 4) }));
        const lastName = number % Math.ceil(size / 3) === 0 ? "Quandong" : random.pick(LAST);
        return anOrder({
          number,
          at,
          merchantId,
          buyerId: random.pick(buyerIds),
          name: [random.pick(FIRST), lastName],
          standing: standingOf(random.integer(0, 999)),
          chosen: basket,
        });
      });
      await write(trx, batch);
    }
    return issueToken(trx, { clock: systemClock }, merchantId);
  });
  if (dialect.name === "postgres") await sql`vacuum analyze`.execute(db);
  return token;
}

type Standing = (typeof STANDING)[number][0] | "Delivered";

function standingOf(place: number): Standing {
  let reached = 0;
  for (const [standing, share] of STANDING) {
    reached += share;
    if (place < reached) return standing;
  }
  return "Delivered";
}

interface Written {
  order: OrderRow;
  part: NewRow<"orderParts">;
  lines: NewRow<"orderLines">[];
  bookings: Booking[];
  entries: LedgerRow[];
}

interface Wanted {
  number: number;
  at: Date;
  merchantId: string;
  buyerId: string;
  name: [first: string, last: string];
  standing: Standing;
  chosen: { _id: string; title: string; priceCents: number; quantity: number }[];
}

function anOrder({ number, at, merchantId, buyerId, name: [firstName, lastName], standing, chosen }: Wanted): Written {
  const [orderId, partId, createdAt] = [newId(at), newId(at), at.toISOString()];
  const amountCents = chosen.reduce((sum, product) => sum + product.priceCents * product.quantity, 0);
  const [failed, backAgain] = [standing === "Failed", standing === "Cancelled" || standing === "Refunded"];
  const lines = chosen.map((product, position) => ({
    _id: newId(at),
    orderId,
    partId,
    productId: product._id,
    variantId: product._id,
    sizeName: "",
    title: product.title,
    sku: `SKU-${position}`,
    imageId: null,
    priceCents: product.priceCents,
    quantity: product.quantity,
    refundedQuantity: backAgain ? product.quantity : 0,
    refundedCents: backAgain ? product.priceCents * product.quantity : 0,
    position,
  }));
  const address = JSON.stringify(noBilling);
  const email = `${fold(firstName)}.${number}@bench.example`;
  const paidAt = failed ? null : createdAt;
  const arrivedAt = standing === "Delivered" ? createdAt : null;
  const entry = (kind: "sale" | "refund", cents: number): LedgerRow => ({
    _id: newId(at),
    merchantId,
    partId,
    orderId,
    kind,
    amountCents: cents,
    vatCents: 0,
    note: "",
    uniqueKey: `${kind} ${partId}`,
    createdAt,
  });
  const sums = { amountCents, deliveryFeeCents: 0, lines: inFull(lines), orders: 1 as const };
  const booking = { merchantId, buyerId, at: createdAt, ...sums };
  return {
    order: {
      _id: orderId,
      itemId: FIRST_NUMBER + number,
      buyerId,
      status: failed ? "refused" : "paid",
      amountCents,
      currency: "usd",
      buyer: JSON.stringify({ firstName, lastName, email, telephone: "" }),
      buyerText: fold(`${firstName} ${lastName} ${email}`),
      billing: address,
      shipping: address,
      notes: "",
      paymentMethod: "Card",
      provider: "test",
      intentId: null,
      heldUntil: createdAt,
      paidAt,
      isCompleted: 1,
      isAnonymous: 0,
      disputedAt: null,
      disputeEndedAt: null,
      disputeReason: "",
      createdAt,
    },
    part: {
      _id: partId,
      orderId,
      merchantId,
      statusText: standing === "Failed" ? "Refunded" : standing,
      amountCents,
      paidAt,
      shippedAt: arrivedAt,
      deliveredAt: arrivedAt,
      refundedCents: backAgain ? amountCents : 0,
      cancelledAt: backAgain ? createdAt : null,
      createdAt,
    },
    lines,
    bookings: [
      ...(failed ? [] : [{ ...booking, kind: "sale" as const }]),
      ...(backAgain ? [{ ...booking, kind: "refund" as const }] : []),
    ],
    entries: failed ? [] : [entry("sale", amountCents), ...(backAgain ? [entry("refund", -amountCents)] : [])],
  };
}

async function write(trx: Trx, batch: Written[]): Promise<void> {
  await trx
    .insertInto("orders")
    .values(batch.map(({ order }) => order))
    .execute();
  await trx
    .insertInto("orderParts")
    .values(batch.map(({ part }) => part))
    .execute();
  await trx
    .insertInto("orderLines")
    .values(batch.flatMap(({ lines }) => lines))
    .execute();
  await note(
    trx,
    batch.flatMap(({ entries }) => entries),
  );
  await addSums(
    trx,
    sumsOf(
      batch.flatMap(({ bookings }) => bookings),
      "UTC",
    ),
  );
}
