import { changed, joined, leftTags } from "~/features/cache-tags";
import { audit, changesOf, type Operator } from "~/features/audit/audit.server";
import { takenOffOf } from "~/features/products/taken-off.server";
import { searchTextOf } from "~/features/products/product-row.server";
import { learnWords } from "~/features/products/search-words.server";
import { lacksOf, type Particular } from "~/features/food-information/demands";
import { demandsOfCategory } from "~/features/food-information/demands.server";
import { writeFood } from "~/features/food-information/food.server";
import { filterColumns } from "~/features/food-information/filter-columns";
import { foodIn } from "~/features/food-information/food-json";
import { statementsOf } from "~/features/food-information/label-order";
import type { Food } from "~/features/food-information/schema";
import { imagesOf } from "~/features/products/images.server";
import { type Tint, toDollars } from "~/features/fields";
import { attach, detach } from "~/features/media/stored-files.server";
import { pageOfDocs } from "~/features/pagination";
import { tellReviewed } from "~/features/webhooks/tell.server";
import { timestamp } from "~/platform/clock";
import { type Db, type Trx } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { categoryGone, decidedAlready, nothingToReview } from "./errors.server";
import { mailPublished, mailSentBack } from "./mails.server";
import { decideOnChange, decideOnNew, decideOnSizes, takeRevision } from "~/features/products/review-decision.server";
import { setImages } from "~/features/products/save-product.server";
import {
  categoryById,
  filesShown,
  imagesByIds,
  lockStoreStatus,
  nextForReview,
  notInOrders,
  productExists,
  waitingForReview,
  waitingProduct,
  type WaitingRecord,
} from "./queries.server";
import type { Review, Reviewed } from "./schema";
import { contentInWords, contentsOf } from "~/features/products/net-content-schema";
import type { SizeInReview } from "~/features/products/schema";
import { sizeNamesOf, variantsOf } from "~/features/products/variants.server";
import { revisionIn, tagsIn } from "~/features/products/stored-json";

const WAITING_A_PAGE = 10;

export async function reviewPage(services: Services, page: number) {
  const { docs, total } = await waitingForReview(services.db, {
    limit: WAITING_A_PAGE,
    offset: (page - 1) * WAITING_A_PAGE,
  });
  return pageOfDocs(docs, page, WAITING_A_PAGE, total);
}

/** The subject of one decision: the wanted version and the one on sale. */
export async function reviewOf({ db }: Pick<Services, "db">, productId: string): Promise<Review> {
  const row = await waitingProduct(db, productId);
  if (!row) throw nothingToReview();
  const now = await productNow(db, row);
  const { images } = now;
  const isNew = row.availType === "in-review";
  const wanted = isNew ? now : await wantedBy(db, row);
  const submittedAt = isNew ? (row.submittedAt ?? row.createdAt) : (row.changedAt ?? "");
  return {
    _id: row._id,
    kind: isNew ? "new" : "change",
    title: row.title,
    category: { title: row.category, tint: row.tint as Tint },
    storeName: row.storeName ?? "",
    ...(images[0] && { image: images[0] }),
    submittedAt,
    ...(await nextForReview(db, { _id: row._id, submittedAt })),
    version: versionOf(row),
    wanted,
    ...(!isNew && { onSale: now }),
    lacks: await lacksWanted(db, row, wanted.food),
    amount: toDollars(row.priceCents),
    quantity: row.quantity,
    sku: row.sku,
    ...takenOffOf(row),
    merchant: { _id: row.merchantId, email: row.email ?? "", status: row.storeStatus ?? "waiting" },
  };
}

/** The product as it is, on sale or new. Runs one statement for its pictures and one for its sizes. */
async function productNow(db: Db, row: WaitingRecord): Promise<Reviewed> {
  return {
    title: row.title,
    description: row.description,
    category: row.category,
    tags: tagsIn(row.tags),
    images: (await imagesOf(db, [row._id])).get(row._id) ?? [],
    ...video(row.videoId),
    sizes: sizesInWords((await liveSizes(db, row)).map((size) => ({ name: size.name, ...contentsOf(size) }))),
    food: foodIn(row.food),
  };
}

/** The sizes that are on sale. If the product is not on sale, all of them. */
async function liveSizes(db: Db, { _id }: WaitingRecord) {
  return ((await variantsOf(db, [_id])).get(_id) ?? []).filter(({ isPending }) => isPending === 0);
}

/** The particulars that the category demands and the wanted version lacks. */
async function lacksWanted(db: Db, row: WaitingRecord, food: Food): Promise<Particular[]> {
  const change = row.availType === "in-review" ? null : payloadOf(row);
  const sizes = change?.sizes ?? (await liveSizes(db, row)).map((size) => contentsOf(size));
  const lacks = lacksOf({
    category: await demandsOfCategory(db, change?.categoryId ?? row.categoryId),
    food,
    sizes: sizes.map(({ content }, index) => ({ content, field: `variants.${index}.content` })),
  });
  return [...new Set(lacks.map(({ particular }) => particular))];
}

/** `500 g bag, 500 g`, with the drained weight if there is one. */
function sizesInWords(sizes: Pick<SizeInReview, "name" | "content" | "drained">[]): string[] {
  return sizes
    .map(({ name, content, drained }) =>
      [name, content && contentInWords(content), drained && `${contentInWords(drained)} drained`]
        .filter(Boolean)
        .join(", "),
    )
    .filter(Boolean);
}

/** The details for the audit log. */
const inLog = ({ title, description, category, tags, images, video: shown, sizes, food }: Reviewed) => ({
  Title: title,
  Description: description,
  Category: category,
  Tags: tags,
  Pictures: images.map(({ _id }) => _id),
  Video: shown?._id ?? "",
  Sizes: sizes,
  ...Object.fromEntries(statementsOf(food).map(({ name, text }) => [name, text])),
});

/** The version that the operator looked at. A save by the merchant makes it another one. */
function versionOf(row: WaitingRecord): string {
  return row.availType === "in-review" ? row.updatedAt : (row.changedAt ?? "");
}

function payloadOf(row: WaitingRecord) {
  return revisionIn(row.payload ?? "{}");
}

async function wantedBy(db: Db, row: WaitingRecord): Promise<Reviewed> {
  const { title, description, tags, categoryId, imageIds, videoId, food, sizes } = payloadOf(row);
  const [category, images] = [await categoryById(db, categoryId), await imagesByIds(db, imageIds)];
  return {
    title,
    description,
    tags,
    category: category?.title ?? "(removed)",
    images,
    ...video(videoId),
    sizes: sizes ? sizesInWords(sizes) : (await productNow(db, row)).sizes,
    food: food ?? foodIn(row.food),
  };
}

function video(fileId: string | null | undefined) {
  return fileId ? { video: { _id: fileId, url: `/media/${fileId}` } } : {};
}

/** The product that waits. Refused if it was decided on or changed since `version` was read. */
async function waitingAsSeen(trx: Trx, productId: string, version: string): Promise<WaitingRecord> {
  const row = await waitingProduct(trx, productId);
  if (row && versionOf(row) === version) return row;
  throw (await productExists(trx, productId)) ? decidedAlready() : nothingToReview();
}

/**
 * Publishes a new product, or a change of a published one, and tells the merchant. If two operators decide, only one
 * does. A product that was taken off sale stays off; the result says whether it does.
 */
export async function publish(
  services: Services,
  operator: Operator,
  productId: string,
  version: string,
): Promise<{ staysOff: boolean }> {
  return inTransactionOnce(services, async (trx) => {
    const row = await waitingAsSeen(trx, productId, version);
    const change = row.availType === "published";
    const changes = change
      ? changesOf(inLog(await productNow(trx, row)), inLog(await wantedBy(trx, row)))
      : changesOf({ State: "in review" }, { State: "published" });
    const categoryId = await (change
      ? publishChange(trx, services, row, version)
      : publishNew(trx, services, row, version));
    await audit(trx, services, operator, change ? "change.published" : "product.published", row.title, {
      product: productId,
      ...changes,
    });
    await mailPublished(trx, services, row, change);
    await tellReviewed(trx, services, { ...row, ...(change && { title: payloadOf(row).title }) }, change);
    const stays = change && categoryId === row.categoryId;
    await services.dialect.announceChange(
      trx,
      stays ? changed([productId]) : [...new Set([...leftTags([row]), ...joined([{ ...row, categoryId }])])],
    );
    return { staysOff: row.takenOffAt !== null };
  });
}

/** Returns the category that the product is now in, as `publishChange` does. */
async function publishNew(
  trx: Trx,
  { clock, dialect }: Services,
  row: WaitingRecord,
  version: string,
): Promise<string> {
  const status = await lockStoreStatus(trx, dialect, row.merchantId);
  const words = [...tagsIn(row.tags), ...(await sizeNamesOf(trx, row._id))];
  const searchText = searchTextOf(row.title, row.category, words, row.storeName ?? "");
  const decision = {
    availType: "published",
    isPublic: status === "active" && row.takenOffAt === null ? 1 : 0,
    sentBackReason: "",
    searchText,
    updatedAt: timestamp(clock),
    publishedAt: timestamp(clock),
  } as const;
  if (!(await decideOnNew(trx, clock, row._id, version, decision))) throw decidedAlready();
  await learnWords(trx, [searchText]);
  return row.categoryId;
}

async function publishChange(trx: Trx, { clock }: Services, row: WaitingRecord, version: string): Promise<string> {
  if (!(await takeRevision(trx, row._id, version))) throw decidedAlready();
  const { title, description, categoryId, tags, imageIds, videoId, food, sizes } = payloadOf(row);
  const category = await categoryById(trx, categoryId);
  if (!category) throw categoryGone();
  const before = await filesShown(trx, row._id);
  const sizeNames = sizes?.map(({ name }) => name) ?? (await sizeNamesOf(trx, row._id));
  const searchText = searchTextOf(title, category.title, [...tags, ...sizeNames], row.storeName ?? "");
  await decideOnChange(trx, row._id, {
    title,
    description,
    categoryId,
    tags: JSON.stringify(tags),
    videoId: videoId ?? null,
    ...(food && filterColumns(food)),
    searchText,
    sentBackReason: "",
    updatedAt: timestamp(clock),
  });
  await learnWords(trx, [searchText]);
  await setImages(trx, row._id, imageIds);
  if (sizes) await decideOnSizes(trx, clock, row._id, sizes);
  if (food) await writeFood(trx, [{ productId: row._id, food }]);
  const now = await filesShown(trx, row._id);
  await attach(trx, now);
  // A picture that an order shows stays, even if the product no longer shows it.
  await detach(
    trx,
    await notInOrders(
      trx,
      row._id,
      before.filter((id) => !now.includes(id)),
    ),
  );
  return categoryId;
}

/** Returns a product, or a change, to its merchant with the reason. A version on sale stays as it is. */
export async function sendBack(
  services: Services,
  operator: Operator,
  productId: string,
  { version, reason }: { version: string; reason: string },
): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const row = await waitingAsSeen(trx, productId, version);
    const change = row.availType === "published";
    await (change
      ? sendBackChange(trx, services, row, version, reason)
      : sendBackNew(trx, services, row, version, reason));
    await audit(trx, services, operator, change ? "change.sent_back" : "product.sent_back", row.title, {
      product: productId,
      ...(!change && changesOf({ State: "in review" }, { State: "draft" })),
      reason,
    });
    await mailSentBack(trx, services, row, reason, change);
    await tellReviewed(trx, services, row, change, reason);
  });
}

async function sendBackNew(
  trx: Trx,
  { clock }: Services,
  row: WaitingRecord,
  version: string,
  reason: string,
): Promise<void> {
  const decision = { availType: "draft", sentBackReason: reason, updatedAt: timestamp(clock) } as const;
  if (!(await decideOnNew(trx, clock, row._id, version, decision))) throw decidedAlready();
}

async function sendBackChange(
  trx: Trx,
  { clock }: Services,
  row: WaitingRecord,
  version: string,
  reason: string,
): Promise<void> {
  if (!(await takeRevision(trx, row._id, version))) throw decidedAlready();
  await decideOnChange(trx, row._id, { sentBackReason: reason, updatedAt: timestamp(clock) });
  const { imageIds, videoId } = payloadOf(row);
  const shown = await filesShown(trx, row._id);
  await detach(
    trx,
    await notInOrders(
      trx,
      row._id,
      [...imageIds, ...(videoId ? [videoId] : [])].filter((id) => !shown.includes(id)),
    ),
  );
}
