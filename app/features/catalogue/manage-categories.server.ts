import { sql } from "kysely";
import { audit, changesOf, type Operator } from "~/features/audit/audit.server";
import { storeImage } from "~/features/media/store-image.server";
import { attach, detach, imageOf } from "~/features/media/stored-files.server";
import type { Tint } from "~/features/fields";
import { renameCategoryInSearch } from "~/features/products/product-row.server";
import { learnWords } from "~/features/products/search-words.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, isDuplicate, type Db } from "~/platform/database/database.server";
import { fold } from "~/platform/folding";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { categoryInUse, sameTitle, unknownCategory } from "./errors.server";
import type { CategoryFields, OperatorCategory } from "./operator-schema";

/** Every category in its order, with what is in it. */
export async function categoryList(db: Db): Promise<OperatorCategory[]> {
  const rows = await db
    .selectFrom("categories as c")
    .leftJoin("files as f", "f._id", "c.imageId")
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

async function keepPicture(services: Services, operator: Operator, picture: Uint8Array | null): Promise<string | null> {
  return picture && (await storeImage(services, picture, { ownerId: operator._id, field: "intendedFile" }))._id;
}

/** A new category, last in the order. */
export async function createCategory(
  services: Services,
  operator: Operator,
  { title, tint }: CategoryFields,
  picture: Uint8Array | null,
): Promise<OperatorCategory> {
  const imageId = await keepPicture(services, operator, picture);
  const _id = newId(services.clock.now());
  await inTransaction(services.db, async (trx) => {
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
    if (imageId) await attach(trx, [imageId]);
    await audit(trx, services, operator, "category.created", title, { category: _id });
    await services.dialect.announceChange(trx);
  }).catch(asSameTitle);
  return categoryOf(services.db, _id);
}

/** Another title, colour or picture. A new title is found by search at once: the products' search texts end with it. */
export async function changeCategory(
  services: Services,
  operator: Operator,
  categoryId: string,
  { title, tint }: CategoryFields,
  picture: Uint8Array | null,
): Promise<OperatorCategory> {
  await categoryOf(services.db, categoryId);
  const imageId = await keepPicture(services, operator, picture);
  await inTransaction(services.db, async (trx) => {
    let query = trx.selectFrom("categories").selectAll().where("_id", "=", categoryId);
    if (services.dialect.forUpdate) query = query.forUpdate();
    const before = await query.executeTakeFirst();
    if (!before) throw unknownCategory();
    const folded = fold(title);
    await trx
      .updateTable("categories")
      .set({ title, folded, tint, ...(imageId && { imageId }) })
      .where("_id", "=", categoryId)
      .execute();
    if (folded !== before.folded) {
      await renameCategoryInSearch(trx, categoryId, before.title, title);
      await learnWords(trx, [title]);
    }
    if (imageId) await attach(trx, [imageId]);
    if (imageId && before.imageId) await detach(trx, [before.imageId]);
    await audit(trx, services, operator, "category.changed", title, {
      category: categoryId,
      ...changesOf(
        { Title: before.title, Colour: before.tint, Picture: before.imageId ?? "" },
        { Title: title, Colour: tint, Picture: imageId ?? before.imageId ?? "" },
      ),
    });
    await services.dialect.announceChange(trx);
  }).catch(asSameTitle);
  return categoryOf(services.db, categoryId);
}

function asSameTitle(error: unknown): never {
  throw isDuplicate(error) ? sameTitle() : error;
}

/** One place up or down; at the end of the list nothing moves. */
export async function moveCategory(
  services: Services,
  operator: Operator,
  categoryId: string,
  direction: "up" | "down",
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    let query = trx.selectFrom("categories").select(["_id", "title", "position"]).orderBy("position").orderBy("_id");
    if (services.dialect.forUpdate) query = query.forUpdate();
    const rows = await query.execute();
    const from = rows.findIndex(({ _id }) => _id === categoryId);
    const moved = rows[from];
    if (!moved) throw unknownCategory();
    const to = direction === "up" ? from - 1 : from + 1;
    const neighbour = rows[to];
    if (!neighbour) return;
    [rows[from], rows[to]] = [neighbour, moved];
    const cases = rows.map(({ _id }, position) => sql`when ${_id} then cast(${position} as integer)`);
    await trx
      .updateTable("categories")
      .set({ position: sql<number>`case "_id" ${sql.join(cases, sql` `)} else "position" end` })
      .execute();
    await audit(trx, services, operator, "category.moved", moved.title, {
      category: categoryId,
      ...changesOf({ Place: from + 1 }, { Place: to + 1 }),
    });
    await services.dialect.announceChange(trx);
  });
}

/** Removes a category that nothing is in. */
export async function removeCategory(services: Services, operator: Operator, categoryId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
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
    await trx.deleteFrom("categories").where("_id", "=", categoryId).execute();
    if (row.imageId) await detach(trx, [row.imageId]);
    await audit(trx, services, operator, "category.removed", row.title, { category: categoryId });
    await services.dialect.announceChange(trx);
  }).catch((error: unknown) => {
    // Something has come into it since it was counted.
    throw (error as { code?: string }).code === "23503" ? categoryInUse({ products: 0, stores: 0, changes: 0 }) : error;
  });
}
