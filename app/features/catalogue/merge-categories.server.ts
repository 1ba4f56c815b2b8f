import { audit, changesOf, type Operator } from "~/features/audit/audit.server";
import { detach } from "~/features/media/stored-files.server";
import { moveToCategory } from "~/features/products/product-row.server";
import { moveStoresToCategory } from "~/features/stores/save-store.server";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import { fold } from "~/platform/folding";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { mergedIntoItself, otherCount, unknownCategory } from "./errors.server";
import type { Merge } from "./operator-schema";

/** A category that was merged, and the one that has its goods now. */
interface Merged {
  title: string;
  into: string;
  products: number;
}

/**
 * Merges a category into another one, in one transaction and once. Its products (also deleted ones), stalls and waiting
 * changes move there, and its addresses redirect there. Refuses if it has another number of products than the operator
 * has seen.
 */
export async function mergeCategory(
  services: Services,
  operator: Operator,
  categoryId: string,
  { into: intoId, products: expectedProducts }: Merge,
): Promise<Merged> {
  if (intoId === categoryId) throw mergedIntoItself();
  return inTransactionOnce(services, async (trx) => {
    const [from, into] = [await locked(trx, services, categoryId), await locked(trx, services, intoId)];
    const { n } = await trx
      .selectFrom("products")
      .where("categoryId", "=", categoryId)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    const products = Number(n);
    if (expectedProducts !== undefined && expectedProducts !== products) throw otherCount(products);
    await moveToCategory(trx, from, into, timestamp(services.clock));
    await moveStoresToCategory(trx, categoryId, intoId);
    // Older redirects to it now lead to the other category.
    await trx
      .updateTable("mergedCategories")
      .set({ categoryId: intoId })
      .where("categoryId", "=", categoryId)
      .execute();
    await trx
      .insertInto("mergedCategories")
      .values({ _id: categoryId, folded: fold(from.title), categoryId: intoId })
      .execute();
    await trx.deleteFrom("categoryDemands").where("categoryId", "=", categoryId).execute();
    await trx.deleteFrom("categories").where("_id", "=", categoryId).execute();
    if (from.imageId) await detach(trx, [from.imageId]);
    await audit(trx, services, operator, "category.merged", from.title, {
      category: categoryId,
      into: intoId,
      ...changesOf({}, { Into: into.title, Products: products }),
    });
    await services.dialect.announceChange(trx);
    return { title: from.title, into: into.title, products };
  });
}

async function locked(trx: Trx, { dialect }: Pick<Services, "dialect">, categoryId: string) {
  let query = trx.selectFrom("categories").select(["_id", "title", "imageId"]).where("_id", "=", categoryId);
  if (dialect.forUpdate) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw unknownCategory();
  return row;
}

/** The category that one was merged into, by the id or the title that it had. Undefined if there is none. */
export async function mergedInto(db: Db, name: string): Promise<{ _id: string; title: string } | undefined> {
  // No id or title contains a NUL character, and Postgres accepts none.
  if (name.includes("\0")) return undefined;
  return db
    .selectFrom("mergedCategories as m")
    .innerJoin("categories as c", "c._id", "m.categoryId")
    .select(["c._id", "c.title"])
    .where((eb) => eb.or([eb("m._id", "=", name), eb("m.folded", "=", fold(name))]))
    .orderBy("m._id", "desc")
    .executeTakeFirst();
}
