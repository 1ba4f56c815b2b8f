import { sql } from "kysely";
import { seededRandom } from "~/demo/content/random";
import { issueToken } from "~/features/accounts/tokens.server";
import { noBilling } from "~/features/accounts/schema";
import { note } from "~/features/ledger/entries.server";
import { addHistory, sumsOf, type SoldPart } from "~/features/sales/sums.server";
import { systemClock } from "~/platform/clock";
import { inTransaction, type Database, type Trx } from "~/platform/database/database.server";
import type { LedgerRow, NewRow, OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import { addBuyers, addMerchantWithProducts } from "./fill";

const DAY = 86_400_000;
const PRODUCTS = 40;
const CHUNK = 250;

/** A year of `size` paid orders of one merchant by a fifth as many buyers, with all that placing them would have written. Answers the merchant's token. */
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
        const chosen = random.sample(products, random.integer(1, 3)).map((product) => ({ ...product, quantity: random.integer(1, 4) }));
        return anOrder({ number, at, merchantId, buyerId: random.pick(buyerIds), chosen });
      });
      await write(trx, batch);
    }
    return issueToken(trx, { clock: systemClock }, merchantId);
  });
  if (dialect.name === "postgres") await sql`vacuum analyze`.execute(db);
  return token;
}

interface Written {
  order: OrderRow;
  part: NewRow<"orderParts">;
  lines: NewRow<"orderLines">[];
  sold: SoldPart;
  entry: LedgerRow;
}

interface Wanted {
  number: number;
  at: Date;
  merchantId: string;
  buyerId: string;
  chosen: { _id: string; title: string; priceCents: number; quantity: number }[];
}

function anOrder({ number, at, merchantId, buyerId, chosen }: Wanted): Written {
  const [orderId, partId, createdAt] = [newId(at), newId(at), at.toISOString()];
  const amountCents = chosen.reduce((sum, product) => sum + product.priceCents * product.quantity, 0);
  const lines = chosen.map((product, position): NewRow<"orderLines"> => ({
    _id: newId(at), orderId, partId, productId: product._id, title: product.title, sku: `SKU-${position}`, imageId: null, priceCents: product.priceCents, quantity: product.quantity, position,
  }));
  const address = JSON.stringify(noBilling);
  return {
    order: {
      _id: orderId, itemId: 10_001 + number, buyerId, status: "paid", amountCents, currency: "usd", buyer: JSON.stringify({ firstName: "Ada", lastName: "Byron", email: "ada@bench.example", telephone: "" }),
      buyerText: "ada byron ada@bench.example", billing: address, shipping: address, notes: "", paymentMethod: "Card", provider: "test", intentId: null, heldUntil: createdAt, paidAt: createdAt, isCompleted: 1, disputedAt: null, disputeEndedAt: null, disputeReason: "", createdAt,
    },
    part: { _id: partId, orderId, merchantId, statusText: "Delivered", amountCents, paidAt: createdAt, shippedAt: createdAt, deliveredAt: createdAt, createdAt },
    lines,
    sold: { merchantId, buyerId, paidAt: createdAt, amountCents, lines },
    entry: { _id: newId(at), merchantId, partId, orderId, kind: "sale", amountCents, note: "", uniqueKey: `sale ${partId}`, createdAt },
  };
}

async function write(trx: Trx, batch: Written[]): Promise<void> {
  await trx.insertInto("orders").values(batch.map(({ order }) => order)).execute();
  await trx.insertInto("orderParts").values(batch.map(({ part }) => part)).execute();
  await trx.insertInto("orderLines").values(batch.flatMap(({ lines }) => lines)).execute();
  await note(trx, batch.map(({ entry }) => entry));
  await addHistory(trx, sumsOf(batch.map(({ sold }) => sold), "UTC"));
}
