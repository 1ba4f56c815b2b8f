import { timestamp } from "~/platform/clock";
import { type Db } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { changedAs, type Decision, type Target } from "./changed-as.server";
import { countStock } from "./count-stock.server";
import { notYourCategory, productChangedMeanwhile, unknownProduct } from "./errors.server";
import { categoriesOfStore, listedById } from "./listed.server";
import type { Change, ChangedProduct, ManyChanged, ManyProducts } from "./many-schema";
import { planFor, savePlan } from "./plan-changes.server";
import { etagOf } from "./product-version.server";
import { ownProductsById } from "./queries.server";
import { countAwayHeld } from "./stock.server";

/**
 * Changes several products of a merchant in the same way, in one transaction and by the rules of a single change.
 * Products that cannot be changed stay as they are, and the answer has the reason. Runs as many statements for a
 * hundred products as for one. With `dryRun`, it only says what would change. Refuses `not_your_category`.
 */
export async function changeMany(
  services: Services,
  merchantId: string,
  { products, change, dryRun }: ManyProducts,
): Promise<ManyChanged> {
  const decide = (db: Db, locking?: Dialect) => decisions(db, merchantId, products, change, locking);
  if (dryRun) return told((await decide(services.db)).map(({ answer }) => answer));
  const now = timestamp(services.clock);
  return inTransactionOnce(services, async (trx) => {
    const decided = await decide(trx, services.dialect);
    const rows = decided.flatMap(({ decision }) => (decision?.save ? [decision.save] : []));
    if (rows.length > 0)
      await savePlan(services, trx, merchantId, await planFor(services, merchantId, rows, now), now, "corrected");
    const short = decided.map(({ size, decision }) => [size, decision?.short ?? 0] as const);
    await countAwayHeld(trx, services, new Map(short), merchantId);
    return told(decided.map(({ answer }) => answer));
  });
}

/** The outcome for each product in its present state. With a dialect, the products' rows are locked. */
async function decisions(
  db: Db,
  merchantId: string,
  products: ManyProducts["products"],
  change: Change,
  locking?: Dialect,
): Promise<{ answer: ChangedProduct; size: string; decision?: Decision }[]> {
  const target = await targetOf(db, merchantId, change);
  const ids = products.map(({ product }) => product);
  const listedProducts = await listedById(db, merchantId, ids, locking);
  const managed = await ownProductsById(db, merchantId, ids);
  const versions = new Map(managed.map((product) => [product._id, etagOf(product)]));
  const counts = await countStock(
    db,
    products.flatMap(({ product, version, quantityBefore }) => {
      const row = listedProducts.get(product)?.size;
      if (!row || change.what !== "stock" || change.how !== "set") return [];
      // If the product still has the version that was read, nobody has counted since.
      const stockVersion = version === versions.get(product) ? row.stockVersion : undefined;
      return [{ row, count: { quantity: change.pieces, quantityBefore, stockVersion } }];
    }),
  );
  return products.map(({ product, version }) => {
    const listedProduct = listedProducts.get(product);
    const current = versions.get(product);
    if (!listedProduct || current === undefined)
      return {
        size: product,
        answer: refusedProduct({ product, title: "", version: "", quantity: 0, stockVersion: 0 }, unknownProduct()),
      };
    const size = listedProduct.size._id;
    const identity = {
      product,
      title: listedProduct.waiting?.title ?? listedProduct.row.title,
      version: current,
      quantity: listedProduct.row.quantity,
      stockVersion: listedProduct.row.stockVersion,
    };
    const isCounted = counts.get(listedProduct.size._id)?.isDisputed === true;
    if (version !== undefined && version !== current && !isCounted)
      return { size, answer: refusedProduct(identity, productChangedMeanwhile()) };
    const decision = changedAs(target, listedProduct, counts.get(listedProduct.size._id));
    if (decision.refusal) return { size, answer: refusedProduct(identity, decision.refusal) };
    const { from, to, save, review = false } = decision;
    return { size, answer: { ...identity, outcome: save ? "changed" : "unchanged", from, to, review }, decision };
  });
}

/** The change with the category that it names. Refuses `not_your_category`. */
async function targetOf(db: Db, merchantId: string, change: Change): Promise<Target> {
  if (change.what !== "category") return change;
  const ownCategory = [...(await categoriesOfStore(db, merchantId)).values()].find(
    ({ _id }) => _id === change.category,
  );
  if (!ownCategory) throw notYourCategory();
  return { what: "category", category: ownCategory };
}

type Known = Pick<ChangedProduct, "product" | "title" | "version" | "quantity" | "stockVersion">;
const refusedProduct = (identity: Known, { code, message }: Refusal): ChangedProduct => ({
  ...identity,
  outcome: "refused",
  from: "",
  to: "",
  review: false,
  code,
  message,
});

function told(docs: ChangedProduct[]): ManyChanged {
  const count = (outcome: ChangedProduct["outcome"]) => docs.filter((doc) => doc.outcome === outcome).length;
  return { changed: count("changed"), unchanged: count("unchanged"), refused: count("refused"), docs };
}
