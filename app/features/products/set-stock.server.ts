import { inTransaction } from "~/platform/database/database.server";
import { isFirstTime } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { unknownProduct } from "./errors.server";
import type { ChangedProduct, ManyChanged } from "./many-schema";
import { shortOf, stockAfter } from "./product-row.server";
import { countAwayHeld, writeStock } from "./stock.server";
import type { StockOfMany } from "./stock-schema";

/**
 * Sets the stock and the low-stock marks of several products, each for itself, in one transaction: as a merchant counts
 * what is on the shelves. What was sold since it was seen stays sold. Products that are gone are answered as refused.
 */
export async function setStock(services: Services, merchantId: string, wanted: StockOfMany): Promise<ManyChanged> {
  const { db, dialect } = services;
  return inTransaction(db, async (trx) => {
    // Done already, all of them stand as they are.
    const asked: StockOfMany = (await isFirstTime(trx)) ? wanted : wanted.map(({ product }) => ({ product }));
    const query = trx
      .selectFrom("products")
      .select(["_id", "title", "quantity", "lowStockAt", "isPublic"])
      .where(
        "_id",
        "in",
        wanted.map(({ product }) => product),
      )
      .where("merchantId", "=", merchantId)
      .where("deletedAt", "is", null)
      .orderBy("_id");
    const rows = await (dialect.forUpdate ? query.forUpdate() : query).execute();
    const known = new Map(rows.map((row) => [row._id, row]));
    const short = new Map<string, number>();
    const docs = asked.map(({ product, quantity, quantityBefore, lowStockAt }) => {
      const row = known.get(product);
      if (!row) return { change: null, doc: gone(product) };
      if (quantity !== undefined) short.set(product, shortOf(row, { quantity, quantityBefore }));
      const after = {
        ...row,
        quantity: quantity === undefined ? row.quantity : stockAfter(row, { quantity, quantityBefore }),
        lowStockAt: lowStockAt === undefined ? row.lowStockAt : lowStockAt,
      };
      const changes = after.quantity !== row.quantity || after.lowStockAt !== row.lowStockAt;
      const doc: ChangedProduct = {
        product,
        title: row.title,
        outcome: changes ? "changed" : "unchanged",
        from: String(row.quantity),
        to: String(after.quantity),
        review: false,
        version: "",
        quantity: row.quantity,
      };
      return { change: changes ? { before: row, after } : null, doc };
    });
    await writeStock(
      trx,
      services,
      docs.flatMap(({ change }) => change ?? []),
      merchantId,
    );
    await countAwayHeld(trx, services, short, merchantId);
    const count = (outcome: ChangedProduct["outcome"]) => docs.filter(({ doc }) => doc.outcome === outcome).length;
    return {
      changed: count("changed"),
      unchanged: count("unchanged"),
      refused: count("refused"),
      docs: docs.map(({ doc }) => doc),
    };
  });
}

function gone(product: string): ChangedProduct {
  const { code, message } = unknownProduct();
  return {
    product,
    title: "",
    outcome: "refused",
    from: "",
    to: "",
    review: false,
    version: "",
    quantity: 0,
    code,
    message,
  };
}
