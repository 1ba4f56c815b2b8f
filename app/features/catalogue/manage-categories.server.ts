import { sql } from "kysely";
import { audit, changesOf, type Operator } from "~/features/audit/audit.server";
import {
  demandBits,
  demandsIn,
  FOOD_KINDS,
  NO_DEMANDS,
  PARTICULARS,
  type CategoryDemands,
} from "~/features/food-information/demands";
import { storeImage } from "~/features/media/store-image.server";
import { attach, detach, imageOf } from "~/features/media/stored-files.server";
import { countPicture } from "~/features/media/take-files.server";
import type { Tint } from "~/features/fields";
import { renameCategoryInSearch } from "~/features/products/product-row.server";
import { learnWords } from "~/features/products/search-words.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import { isDuplicate } from "~/platform/database/duplicates";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { fold } from "~/platform/folding";
import { etagOf, requireMatch, type Expected } from "~/platform/http/versions.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { categoryInUse, sameTitle, unknownCategory } from "./errors.server";
import type { CategoryFields, OperatorCategory } from "./operator-schema";

/** Every category in its order, with the numbers of its products and stalls. */
export async function categoryList(db: Db): Promise<OperatorCategory[]> {
  const rows = await db
    .selectFrom("categories as c")
    .leftJoin("files as f", "f._id", "c.imageId")
    .leftJoin("categoryDemands as d", "d.categoryId", "c._id")
    .leftJoin(
      (eb) =>
        eb
          .selectFrom("products")
          .select(["categoryId", eb.fn.countAll<number>().as("n")])
          .groupBy("categoryId")
          .as("p"),
      (join) => join.onRef("p.categoryId", "=", "c._id"),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom("storeCategories")
          .select(["categoryId", eb.fn.countAll<number>().as("n")])
          .groupBy("categoryId")
          .as("s"),
      (join) => join.onRef("s.categoryId", "=", "c._id"),
    )
    .select([
      "c._id",
      "c.title",
      "c.tint",
      "c.imageId",
      "d.kind",
      "d.demands",
      "f.widths",
      "f.width",
      "f.height",
      "p.n as products",
      "s.n as stores",
    ])
    .orderBy("c.position")
    .orderBy("c._id")
    .execute();
  return rows.map((row) => ({
    _id: row._id,
    title: row.title,
    tint: row.tint as Tint,
    ...demandsIn(row),
    products: Number(row.products ?? 0),
    stores: Number(row.stores ?? 0),
    ...(row.imageId && {
      image: imageOf({ _id: row.imageId, widths: row.widths ?? "[]", width: row.width ?? 0, height: row.height ?? 0 }),
    }),
  }));
}

export async function categoryOf(db: Db, categoryId: string): Promise<OperatorCategory> {
  const category = (await categoryList(db)).find(({ _id }) => _id === categoryId);
  if (!category) throw unknownCategory();
  return category;
}

/** The version of a category: of the fields that operators save, not of its products and stalls. */
export const categoryVersion = ({ products: _goods, stores: _stalls, ...category }: OperatorCategory): string =>
  etagOf(category);

async function keepPicture(services: Services, operator: Operator, picture: Uint8Array | null): Promise<string | null> {
  if (picture) await countPicture(services, operator._id, picture.length);
  return picture && (await storeImage(services, picture, { ownerId: operator._id, field: "intendedFile" }))._id;
}

/** Creates a category, last in the order. */
export async function createCategory(
  services: Services,
  operator: Operator,
  { title, tint, ...demands }: CategoryFields,
  picture: Uint8Array | null,
): Promise<OperatorCategory> {
  const imageId = await keepPicture(services, operator, picture);
  const categoryId = await inTransactionOnce(services, async (trx) => {
    const _id = newId(services.clock.now());
    const last = await trx
      .selectFrom("categories")
      .select((eb) => eb.fn.max("position").as("position"))
      .executeTakeFirst();
    await trx
      .insertInto("categories")
      .values({
        _id,
        title,
        folded: fold(title),
        imageId,
        tint,
        position: Number(last?.position ?? -1) + 1,
        createdAt: timestamp(services.clock),
      })
      .execute();
    await writeDemands(trx, _id, { ...NO_DEMANDS, ...presentDemands(demands) });
    if (imageId) await attach(trx, [imageId]);
    await audit(trx, services, operator, "category.created", title, { category: _id });
    await services.dialect.announceChange(trx);
    return _id;
  }).catch(asSameTitle);
  return categoryOf(services.db, categoryId);
}

/**
 * Changes a category's title, colour, picture or demands. Search finds a new title at once: search texts contain it.
 */
export async function changeCategory(
  services: Services,
  operator: Operator,
  categoryId: string,
  { title, tint, ...demands }: CategoryFields,
  picture: Uint8Array | null,
  expectedVersion: Expected,
): Promise<OperatorCategory> {
  await categoryOf(services.db, categoryId);
  const imageId = await keepPicture(services, operator, picture);
  await inTransaction(services.db, async (trx) => {
    let query = trx.selectFrom("categories").selectAll().where("_id", "=", categoryId);
    if (services.dialect.forUpdate) query = query.forUpdate();
    const before = await query.executeTakeFirst();
    if (!before) throw unknownCategory();
    const current = await categoryOf(trx, categoryId);
    if (expectedVersion.ifMatch !== undefined) requireMatch(current, expectedVersion, categoryVersion(current));
    const foldedTitle = fold(title);
    await trx
      .updateTable("categories")
      .set({ title, folded: foldedTitle, tint, ...(imageId && { imageId }) })
      .where("_id", "=", categoryId)
      .execute();
    if (foldedTitle !== before.folded) {
      await renameCategoryInSearch(trx, categoryId, before.title, title);
      await learnWords(trx, [title]);
    }
    if (imageId) await attach(trx, [imageId]);
    const nextDemands: CategoryDemands = { kind: current.kind, demands: current.demands, ...presentDemands(demands) };
    await writeDemands(trx, categoryId, nextDemands);
    if (imageId && before.imageId) await detach(trx, [before.imageId]);
    await audit(trx, services, operator, "category.changed", title, {
      category: categoryId,
      ...changesOf(
        { Title: before.title, Colour: before.tint, Picture: before.imageId ?? "", ...inWords(current) },
        { Title: title, Colour: tint, Picture: imageId ?? before.imageId ?? "", ...inWords(nextDemands) },
      ),
    });
    await services.dialect.announceChange(trx);
  }).catch(asSameTitle);
  return categoryOf(services.db, categoryId);
}

/** The demands in a payload. Those that it leaves out stay. */
const presentDemands = ({ kind, demands }: Pick<CategoryFields, "kind" | "demands">): Partial<CategoryDemands> => ({
  ...(kind !== undefined && { kind }),
  ...(demands !== undefined && { demands }),
});

const inWords = ({ kind, demands }: CategoryDemands) => ({
  Food: FOOD_KINDS[kind],
  Demands: demands.map((demand) => PARTICULARS[demand]),
});

async function writeDemands(trx: Trx, categoryId: string, demands: CategoryDemands): Promise<void> {
  const row = { kind: demands.kind, demands: demandBits(demands) };
  await trx
    .insertInto("categoryDemands")
    .values({ categoryId, ...row })
    .onConflict((oc) => oc.column("categoryId").doUpdateSet(row))
    .execute();
}

function asSameTitle(error: unknown): never {
  throw isDuplicate(error, "categoriesFolded") ? sameTitle() : error;
}

/** Moves a category one place up or down. At the end of the list, nothing moves. */
export async function moveCategory(
  services: Services,
  operator: Operator,
  categoryId: string,
  direction: "up" | "down",
): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    let query = trx.selectFrom("categories").select(["_id", "title", "position"]).orderBy("position").orderBy("_id");
    if (services.dialect.forUpdate) query = query.forUpdate();
    const rows = await query.execute();
    const from = rows.findIndex(({ _id }) => _id === categoryId);
    const movedRow = rows[from];
    if (!movedRow) throw unknownCategory();
    const to = direction === "up" ? from - 1 : from + 1;
    const neighbour = rows[to];
    if (!neighbour) return;
    [rows[from], rows[to]] = [neighbour, movedRow];
    const cases = rows.map(({ _id }, position) => sql`when ${_id} then cast(${position} as integer)`);
    await trx
      .updateTable("categories")
      .set({ position: sql<number>`case "_id" ${sql.join(cases, sql` `)} else "position" end` })
      .execute();
    await audit(trx, services, operator, "category.moved", movedRow.title, {
      category: categoryId,
      ...changesOf({ Place: from + 1 }, { Place: to + 1 }),
    });
    await services.dialect.announceChange(trx);
  });
}

/** Removes an empty category. */
export async function removeCategory(services: Services, operator: Operator, categoryId: string): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const row = await trx
      .selectFrom("categories")
      .select(["title", "imageId"])
      .where("_id", "=", categoryId)
      .executeTakeFirst();
    if (!row) throw unknownCategory();
    const used = await trx
      .selectNoFrom((eb) => [
        eb
          .selectFrom("products")
          .select(sql<number>`count(*)`.as("n"))
          .where("categoryId", "=", categoryId)
          .as("products"),
        eb
          .selectFrom("storeCategories")
          .select(sql<number>`count(*)`.as("n"))
          .where("categoryId", "=", categoryId)
          .as("stores"),
        eb
          .selectFrom("productRevisions")
          .select(sql<number>`count(*)`.as("n"))
          .where("payload", "like", `%"${categoryId}"%`)
          .as("changes"),
      ])
      .executeTakeFirstOrThrow();
    const counts = { products: Number(used.products), stores: Number(used.stores), changes: Number(used.changes) };
    if (counts.products + counts.stores + counts.changes > 0) throw categoryInUse(counts);
    await trx.deleteFrom("categoryDemands").where("categoryId", "=", categoryId).execute();
    await trx.deleteFrom("mergedCategories").where("categoryId", "=", categoryId).execute();
    await trx.deleteFrom("categories").where("_id", "=", categoryId).execute();
    if (row.imageId) await detach(trx, [row.imageId]);
    await audit(trx, services, operator, "category.removed", row.title, { category: categoryId });
    await services.dialect.announceChange(trx);
  }).catch((error: unknown) => {
    // Something was added to it after the count.
    throw (error as { code?: string }).code === "23503" ? categoryInUse({ products: 0, stores: 0, changes: 0 }) : error;
  });
}
