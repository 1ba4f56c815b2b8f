import type { Selectable } from "kysely";
import { changed, leftTags } from "~/features/cache-tags";
import { foodOfProduct, requireAllergensSaid, writeFood } from "~/features/food-information/food.server";
import { filterColumns } from "~/features/food-information/filter-columns";
import { foodOf } from "~/features/food-information/food-json";
import { NO_FOOD, type Food } from "~/features/food-information/schema";
import { claimFiles, releaseFiles } from "~/features/media/stored-files.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import { isDuplicate } from "~/platform/database/duplicates";
import type { ProductRow } from "~/platform/database/tables";
import { isFirstTime, madeBefore } from "~/platform/http/idempotency.server";
import { changedMeanwhile, type Expected } from "~/platform/http/versions.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { announceOffSale } from "./off-sale.server";
import { requireParticulars } from "./demanded.server";
import { countStock } from "./count-stock.server";
import {
  countedMeanwhile,
  noSizeOnSale,
  notYourCategory,
  onlyReviewed,
  sizeSkuTaken,
  productExternalIdTaken,
  skuTaken,
  unitNotUsed,
  unknownImage,
  unknownProduct,
  unknownVideo,
} from "./errors.server";
import { isUnitOf } from "./net-content-schema";
import { planSizes, removedSizes, wantedSizes, writeSizes, type SizePlan, type WantedSize } from "./plan-sizes.server";
import {
  firstFigures,
  imageIdsOf,
  imagesInOrders,
  lockedRow,
  offSale,
  ownCategoryTitle,
  percentOf,
  revisionOf,
  shownColumnsOf,
  soldColumnsOf,
  staysOnSale,
  waitingAfter,
} from "./product-row.server";
import { etagOf, requireVersion } from "./product-version.server";
import { ownProduct } from "./queries.server";
import { managedProductOf } from "./rules.server";
import type { ManagedProduct, ProductPayload } from "./schema";
import { countAwayHeld, noteStock } from "./stock.server";
import { refreshFigures, variantsOf, type Variant } from "./variants.server";
import { deleteProducts } from "./write-many.server";

/** Adds a product, as a draft or handed in for review. */
export async function addProduct(
  services: Services,
  merchantId: string,
  payload: ProductPayload,
): Promise<ManagedProduct> {
  if (payload.availType === "published") throw onlyReviewed();
  mustUseUnits(services, payload);
  const { clock } = services;
  const productId = newId(clock.now());
  const now = timestamp(clock);
  const food = payload.food ? foodOf(payload.food) : NO_FOOD;
  requireAllergensSaid(food, NO_FOOD, payload.food?.allergensConfirmed ?? false);
  const savedId = await saving(services, { merchantId, productId, wanted: payload }, async (trx) => {
    const made = await madeBefore(trx, services, productId);
    if (made !== null) return made;
    const categoryTitle = await categoryFor(trx, merchantId, payload.category, null);
    const requestedSizes = wantedSizes(payload, [], null);
    await requireParticulars(trx, payload, { food, sizes: requestedSizes }, null);
    await changeHeld(trx, merchantId, productId, { images: [], videos: [] }, heldBy(payload.image, payload.video));
    await trx
      .insertInto("products")
      .values({
        _id: productId,
        merchantId,
        ...soldColumnsOf(payload),
        ...firstFigures(payload),
        ...shownColumnsOf(payload, categoryTitle),
        ...filterColumns(food),
        availType: payload.availType,
        rating: null,
        isPublic: 0,
        submittedAt: payload.availType === "in-review" ? now : null,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      })
      .execute();
    const sizes = planSizes(
      { _id: productId, merchantId, discountPercent: percentOf(payload), onSale: false },
      { sizes: requestedSizes, standing: [], made: 0, counts: new Map() },
    );
    await saveSizes(trx, services, productId, sizes, "added");
    await setImages(trx, productId, payload.image);
    await writeFood(trx, [{ productId, food }]);
    return productId;
  });
  return managedProductOf(services, merchantId, savedId);
}

/**
 * Saves a product. Stock, price and the like of a published product change at once. What a buyer reads and sees waits
 * for review, while the published version stays on sale. With `expected`, only the version that was read is
 * overwritten. Source: decisions, AMB-36.
 */
export async function saveProduct(
  services: Services,
  merchantId: string,
  productId: string,
  payload: ProductPayload,
  expected: Expected,
): Promise<ManagedProduct> {
  mustUseUnits(services, payload);
  const now = timestamp(services.clock);
  await saving(services, { merchantId, productId, wanted: payload }, async (trx) => {
    if (!(await isFirstTime(trx, services))) return;
    const row = await lockedRow(trx, services.dialect, merchantId, productId);
    if (!row) throw unknownProduct();
    const isAsRead = await requireVersion(trx, merchantId, productId, expected);
    const standing = (await variantsOf(trx, [productId])).get(productId) ?? [];
    const waiting = await revisionOf(trx, productId);
    const sizes = wantedSizes(payload, standing, waiting);
    const counts = await countSizes(trx, sizes, isAsRead);
    const disputed = sizes.findIndex(({ before }) => before && counts.get(before._id)?.isDisputed);
    if (disputed !== -1) throw await stockDisputed(trx, row, sizes, disputed, payload, expected);
    const onSale = staysOnSale(row, payload);
    if (payload.availType === "published" && !onSale) throw onlyReviewed();
    const isLive = (size?: Variant) => size?.isPending === 0;
    if (onSale && standing.some(isLive) && !sizes.some(({ before }) => isLive(before))) throw noSizeOnSale();
    const categoryTitle = await categoryFor(trx, merchantId, payload.category, row.categoryId);
    const images = await imageIdsOf(trx, productId);
    const publishedFood = await foodOfProduct(trx, productId);
    const foodBefore = waiting?.food ?? publishedFood;
    const food = payload.food ? foodOf(payload.food) : foodBefore;
    requireAllergensSaid(food, foodBefore, payload.food?.allergensConfirmed ?? false);
    const published = { categoryId: row.categoryId, food: publishedFood, standing };
    await requireParticulars(trx, payload, { food, sizes }, onSale ? published : null);
    const before = {
      images: [...images, ...(waiting?.imageIds ?? [])],
      videos: [row.videoId, waiting?.videoId].flatMap((id) => id ?? []),
    };
    const after = onSale
      ? { images: [...images, ...payload.image], videos: [row.videoId, payload.video].flatMap((id) => id ?? []) }
      : heldBy(payload.image, payload.video);
    await trx
      .updateTable("products")
      .set({ ...soldColumnsOf(payload), updatedAt: now, ...(!onSale && offSale(payload, food, categoryTitle, now)) })
      .where("_id", "=", productId)
      .execute();
    const removed = (await removedSizes(trx, [productId])).get(productId) ?? 0;
    const plan = planSizes(
      { _id: productId, merchantId, discountPercent: percentOf(payload), onSale },
      { sizes, standing, made: standing.length + removed, counts },
    );
    await saveSizes(trx, services, productId, plan, "corrected");
    const short = new Map([...counts].map(([variantId, counted]) => [variantId, counted.short]));
    await countAwayHeld(trx, services, short, merchantId);
    const foods = { published: publishedFood, requested: food };
    if (onSale) await keepForReview(trx, row, images, payload, plan.review, foods, now);
    else {
      await writeFood(trx, [{ productId, food }]);
      await setImages(trx, productId, payload.image);
      await trx.deleteFrom("productRevisions").where("productId", "=", productId).execute();
    }
    await changeHeld(trx, merchantId, productId, before, after);
    if (row.isPublic === 1) await services.dialect.announceChange(trx, onSale ? changed([productId]) : leftTags([row]));
    if (row.isPublic === 1 && !onSale) await announceOffSale(trx, services);
  });
  return managedProductOf(services, merchantId, productId);
}

/** Removes a product from the shop and the merchant's list at once. Row and pictures stay, because orders show them. */
export async function removeProduct(
  services: Services,
  merchantId: string,
  productId: string,
  expected: Expected,
): Promise<void> {
  const now = timestamp(services.clock);
  await inTransaction(services.db, async (trx) => {
    if (!(await isFirstTime(trx, services))) return;
    const row = await lockedRow(trx, services.dialect, merchantId, productId);
    if (!row) throw unknownProduct();
    await requireVersion(trx, merchantId, productId, expected);
    const waiting = await revisionOf(trx, productId);
    await deleteProducts(trx, merchantId, [productId], now);
    if (waiting) {
      const kept = { images: await imageIdsOf(trx, productId), videos: row.videoId ? [row.videoId] : [] };
      await trx.deleteFrom("productRevisions").where("productId", "=", productId).execute();
      await changeHeld(
        trx,
        merchantId,
        productId,
        {
          images: [...kept.images, ...waiting.imageIds],
          videos: [...kept.videos, ...(waiting.videoId ? [waiting.videoId] : [])],
        },
        kept,
      );
    }
    if (row.isPublic === 1) {
      await services.dialect.announceChange(trx, leftTags([row]));
      await announceOffSale(trx, services);
    }
  });
}

/** Refuses `unit_not_used` if a content is in a unit that the marketplace does not use. */
function mustUseUnits({ config }: Services, payload: ProductPayload): void {
  const sizes = payload.variants ?? [payload];
  for (const [index, { content, drained }] of sizes.entries())
    for (const [name, one] of Object.entries({ content, drained }))
      if (one && !isUnitOf(one.unit, config.units))
        throw unitNotUsed(payload.variants ? `variants.${index}.${name}` : name);
}

/** The stock that the typed figures lead to. If the product still has the version read, nobody has counted since. */
function countSizes(trx: Trx, sizes: WantedSize[], isAsRead: boolean) {
  return countStock(
    trx,
    sizes.flatMap(({ before: row, ...count }) =>
      row ? [{ row, count: { ...count, ...(isAsRead && { stockVersion: row.stockVersion }) } }] : [],
    ),
  );
}

/** Writes the sizes of a product, their stock history, and the figures that lists read. */
async function saveSizes(
  trx: Trx,
  services: Services,
  productId: string,
  plan: SizePlan,
  kind: "added" | "corrected",
): Promise<void> {
  await writeSizes(trx, services.clock, plan);
  await refreshFigures(trx, [productId], timestamp(services.clock));
  const [{ merchantId: byUserId } = { merchantId: null }] = plan.rows;
  await noteStock(
    trx,
    services,
    kind,
    plan.stock.map((change) => ({ ...change, byUserId })),
  );
}

/** The refusal if another person has counted since the stock was read. */
async function stockDisputed(
  trx: Trx,
  row: Selectable<ProductRow>,
  sizes: WantedSize[],
  index: number,
  payload: ProductPayload,
  { sent }: Expected,
) {
  const current = await ownProduct(trx, row.merchantId, row._id);
  const size = sizes[index];
  if (!current || !size?.before) return unknownProduct();
  const message = countedMeanwhile(size.before.quantity, size.quantity);
  const field = payload.variants ? `variants.${index}.quantity` : "quantity";
  return changedMeanwhile(etagOf(current), { current, sent }, { message, field });
}

/** Runs `work` in one transaction. Refuses a second product with the same SKU or external id, as the database does. */
async function saving<T>(
  services: Services,
  { merchantId, productId, wanted }: { merchantId: string; productId: string; wanted: ProductPayload },
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return inTransaction(services.db, work).catch(async (error: unknown) => {
    if (isDuplicate(error, "productsExternalId")) throw productExternalIdTaken();
    if (!isDuplicate(error, "variantsSku")) throw error;
    throw wanted.variants ? sizeSkuTaken(await takenSku(services, merchantId, productId, wanted.variants)) : skuTaken();
  });
}

/** The field of the size whose SKU another product has. */
async function takenSku({ db }: Services, merchantId: string, productId: string, sizes: { sku: string }[]) {
  const rows = await db
    .selectFrom("variants")
    .select("sku")
    .where("merchantId", "=", merchantId)
    .where("productId", "<>", productId)
    .where("deletedAt", "is", null)
    .where(
      "sku",
      "in",
      sizes.map(({ sku }) => sku),
    )
    .execute();
  const index = sizes.findIndex(({ sku }) => rows.some((row) => row.sku === sku));
  return `variants.${Math.max(0, index)}.sku`;
}

async function categoryFor(trx: Trx, merchantId: string, categoryId: string, standing: string | null): Promise<string> {
  const title = await ownCategoryTitle(trx, merchantId, categoryId, standing);
  if (title === null) throw notYourCategory();
  return title;
}

const heldBy = (images: string[], video: string | null) => ({ images, videos: video ? [video] : [] });

/** Stores the change that waits for review. If it no longer changes anything, it is deleted. */
async function keepForReview(
  trx: Trx,
  row: Selectable<ProductRow>,
  images: string[],
  payload: ProductPayload,
  sizes: SizePlan["review"],
  food: { published: Food; requested: Food },
  now: string,
): Promise<void> {
  const waitingChange = waitingAfter(row, images, payload, sizes, await revisionOf(trx, row._id), food);
  if (waitingChange === "nothing") await trx.deleteFrom("productRevisions").where("productId", "=", row._id).execute();
  else if (waitingChange !== "as before") {
    await trx
      .insertInto("productRevisions")
      .values({ productId: row._id, ...waitingChange, submittedAt: now })
      .onConflict((oc) => oc.column("productId").doUpdateSet({ ...waitingChange, submittedAt: now }))
      .execute();
    await trx.updateTable("products").set({ sentBackReason: "" }).where("_id", "=", row._id).execute();
  }
}

/** The pictures and videos that a product uses, in the shop and in its waiting change. */
export interface Held {
  images: string[];
  videos: string[];
}

/**
 * Claims files that are new to the product, and releases those that it no longer shows. New files must be the
 * merchant's own and not in use elsewhere. A picture that an order shows stays.
 */
export async function changeHeld(
  trx: Trx,
  merchantId: string,
  productId: string,
  before: Held,
  after: Held,
): Promise<void> {
  if (!(await claimFiles(trx, merchantId, "image", without(after.images, before.images)))) throw unknownImage();
  if (!(await claimFiles(trx, merchantId, "video", without(after.videos, before.videos)))) throw unknownVideo();
  const gone = [...without(before.images, after.images), ...without(before.videos, after.videos)];
  const ordered = await imagesInOrders(trx, productId, gone);
  const free = gone.filter((fileId) => !ordered.has(fileId));
  await releaseFiles(trx, merchantId, free);
}

function without(files: string[], others: string[]): string[] {
  const known = new Set(others);
  return [...new Set(files)].filter((fileId) => !known.has(fileId));
}

export async function setImages(trx: Trx, productId: string, fileIds: string[]): Promise<void> {
  await trx.deleteFrom("productImages").where("productId", "=", productId).execute();
  if (fileIds.length > 0)
    await trx
      .insertInto("productImages")
      .values(fileIds.map((fileId, position) => ({ productId, fileId, position })))
      .execute();
}
