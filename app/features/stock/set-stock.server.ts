import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { countStock } from "~/features/products/count-stock.server";
import {
  countedMeanwhile,
  productChangedMeanwhile,
  severalSizes,
  unknownProduct,
} from "~/features/products/errors.server";
import type { ChangedProduct, ManyChanged } from "~/features/products/many-schema";
import { countAwayHeld, writeStock } from "~/features/products/stock.server";
import { inSize, variantsOf } from "~/features/products/variants.server";
import type { StockOfMany } from "./schema";

/**
 * Sets the stock and the low-stock marks of several sizes, each separately, in one transaction. A merchant who counts
 * the shelves sends these figures, by the rule of `countStock`. In the answer, some are refused: sizes that are gone,
 * sizes that somebody else has counted since, and products of several sizes without the size.
 */
export async function setStock(services: Services, merchantId: string, stock: StockOfMany): Promise<ManyChanged> {
  const { dialect } = services;
  return inTransactionOnce(services, async (trx) => {
    const productIds = [...new Set(stock.map(({ product }) => product))];
    const query = trx
      .selectFrom("products")
      .select(["_id", "title", "isPublic"])
      .where("_id", "in", productIds)
      .where("merchantId", "=", merchantId)
      .where("deletedAt", "is", null)
      .orderBy("_id");
    const rows = await (dialect.forUpdate ? query.forUpdate() : query).execute();
    const productsById = new Map(rows.map((row) => [row._id, row]));
    const sizes = await variantsOf(trx, [...productsById.keys()]);
    const entries = stock.map((entry) => {
      const ownSizes = sizes.get(entry.product) ?? [];
      const size = entry.variant === undefined ? ownSizes[0] : ownSizes.find(({ _id }) => _id === entry.variant);
      return {
        ...entry,
        row: productsById.get(entry.product),
        size,
        isUnclear: entry.variant === undefined && ownSizes.length > 1,
      };
    });
    const short = new Map<string, number>();
    const counts = await countStock(
      trx,
      entries.flatMap(({ size, isUnclear, quantity, quantityBefore, stockVersion }) =>
        size && !isUnclear && quantity !== undefined
          ? [{ row: size, count: { quantity, quantityBefore, stockVersion } }]
          : [],
      ),
    );
    const docs = entries.map(({ product, variant, row, size, isUnclear, quantity, lowStockAt }) => {
      const identity = { product, ...(variant && { variant }) };
      if (!row || !size)
        return {
          change: null,
          doc: refusedSize({ ...identity, title: "", quantity: 0, stockVersion: 0 }, unknownProduct()),
        };
      const title = inSize(row.title, size.name);
      const standing = { ...identity, title, quantity: size.quantity, stockVersion: size.stockVersion };
      if (isUnclear) return { change: null, doc: refusedSize(standing, severalSizes()) };
      const entryCount = counts.get(size._id);
      if (entryCount?.isDisputed)
        return {
          change: null,
          doc: refusedSize(standing, productChangedMeanwhile(countedMeanwhile(size.quantity, quantity ?? 0))),
        };
      short.set(size._id, entryCount?.short ?? 0);
      const after = {
        ...size,
        quantity: entryCount?.quantity ?? size.quantity,
        lowStockAt: lowStockAt === undefined ? size.lowStockAt : lowStockAt,
      };
      const changes = after.quantity !== size.quantity || after.lowStockAt !== size.lowStockAt;
      const doc: ChangedProduct = {
        ...standing,
        outcome: changes ? "changed" : "unchanged",
        from: String(size.quantity),
        to: String(after.quantity),
        review: false,
        version: "",
      };
      return { change: changes ? { before: size, after, isPublic: row.isPublic } : null, doc };
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

function refusedSize(
  standing: Pick<ChangedProduct, "product" | "variant" | "title" | "quantity" | "stockVersion">,
  { code, message }: Refusal,
): ChangedProduct {
  const unchangedFields = { outcome: "refused" as const, from: "", to: "", review: false, version: "" };
  return { ...standing, ...unchangedFields, code, message };
}
