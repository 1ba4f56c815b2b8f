import { changed, leftTags, type Placed } from "~/features/cache-tags";
import { writeFood } from "~/features/food-information/food.server";
import { foodOf, isSame } from "~/features/food-information/food-json";
import { NO_FOOD, type Food } from "~/features/food-information/schema";
import type { Db, Trx } from "~/platform/database/database.server";
import type { NewRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import {
  batches,
  deleteProducts,
  productWrites,
  sizeWrites,
  swapFiles,
  writeAll,
  SIZES_AT_ONCE,
  writeRevisions,
  type Write,
} from "./write-many.server";
import { asItStands } from "./as-it-stands";
import type { Listed } from "./listed.server";
import type { ProductPayload } from "./schema";
import { announceOffSale } from "./off-sale.server";
import { countAwayHeld, noteStock } from "./stock.server";
import {
  asWanted,
  planSizes,
  removedSizes,
  removeSizes,
  wantedSizes,
  withSize,
  type SizePlan,
  type WantedSize,
} from "./plan-sizes.server";
import { firstFigures, offSale, percentOf, soldColumnsOf, staysOnSale, waitingAfter } from "./product-row.server";
import { refreshFigures } from "./variants.server";

/** A product as it is to be saved. */
export type PlannedPayload = ProductPayload & {
  categoryTitle: string;
  /** The name of the size that the row is about, if the row may change it. */
  sizeName?: string;
};

/** One row to save: the product as wanted, and the product that it changes or deletes. */
export interface PlannedRow {
  outcome: "created" | "changed" | "unchanged" | "deleted" | "wrong";
  /** The pieces that the count takes away beyond those that are for sale: see `countAwayHeld`. */
  short?: number;
  wanted?: PlannedPayload;
  before?: Listed;
  /** True if the row deletes only its size. The product is deleted with its last size. */
  removesSize?: boolean;
  /** The product that a new size is added to. */
  addsTo?: Listed;
  /** A key that all sizes of one new product share. */
  group?: string;
}

export interface Plan {
  writes: Write[];
  /** Sizes, which are written after their products. */
  sizes: NewRow<"variants">[];
  changes: { productId: string; payload: string; foodSaid: number }[];
  /** Products whose waiting change ends. */
  taken: string[];
  pictures: { productId: string; imageIds: string[] }[];
  /** Food information that changes at once. */
  food: { productId: string; food: Food }[];
  /** Products that are deleted. */
  deleted: string[];
  /** Sizes that are removed from products that stay. */
  removed: string[];
  /** Files that are no longer shown. */
  gone: string[];
  /** New and changed products, whose figures for lists are refreshed. */
  productIds: string[];
  /** The pieces that each size gains or loses, and its stock afterwards. */
  stock: SizePlan["stock"];
  /** The pieces that counts take away beyond those that are for sale, by size: see `countAwayHeld`. */
  short: [variantId: string, pieces: number][];
  /** Ids of products that stay on sale and change. */
  onSale: string[];
  /** Products that go off sale. */
  offSale: Placed[];
}

/**
 * Plans new and changed products, by the editor's rules. Stock and price change at once. Other fields of a product on
 * sale go through review. Rows of several sizes of one product change it together.
 */
export async function planFor(
  { clock, db }: Pick<Services, "clock" | "db">,
  merchantId: string,
  rows: PlannedRow[],
  now: string,
): Promise<Plan> {
  // New and existing products are separate, since their rows differ: the database fills in what a new row lacks.
  const [added, products, variants]: [NewRow<"products">[], NewRow<"products">[], NewRow<"variants">[]] = [[], [], []];
  const plan: PlannedChanges = emptyPlan();
  const groups = byProduct(rows);
  const removals = await removedSizes(
    db,
    groups.flatMap((group) => group.flatMap(({ addsTo }) => (addsTo ? [addsTo.row._id] : []))),
  );
  for (const group of groups) {
    const before = productOf(group);
    const deleted = group.filter(({ outcome }) => outcome === "deleted");
    const isWhole = deleted.some((row) => !row.removesSize) || deleted.length === before?.sizes.length;
    if (before && isWhole) planDeletion(plan, before);
    if (isWhole) continue;
    const wanted =
      group.findLast((row) => row.wanted !== undefined)?.wanted ?? (before && deleted.length > 0 && asItStands(before));
    if (!wanted) continue;
    const productId = before?.row._id ?? newId(clock.now());
    const onSale = before !== undefined && staysOnSale(before.row, wanted);
    const touched = new Set(group.map((row) => row.before?.size._id));
    const sizes = planSizes(
      { _id: productId, merchantId, discountPercent: percentOf(wanted), onSale },
      {
        sizes: sizesOf(group),
        standing: before?.sizes ?? [],
        made: (before?.sizes.length ?? 0) + (removals.get(productId) ?? 0),
        counts: new Map(),
      },
    );
    const standing = new Set(before?.sizes.map(({ _id }) => _id));
    const isTouched = ({ _id }: { _id: string }) =>
      !standing.has(_id) || touched.has(_id) || wanted.variants || sizes.removed.length > 0;
    variants.push(...sizes.rows.filter(isTouched));
    plan.removed.push(...sizes.removed);
    plan.productIds.push(productId);
    plan.stock.push(...sizes.stock.filter(({ pieces }) => pieces !== 0));
    plan.short.push(
      ...group.flatMap((row): Plan["short"] => (row.before && row.short ? [[row.before.size._id, row.short]] : [])),
    );
    const common = { ...soldColumnsOf(wanted), updatedAt: now };
    const published = before?.food ?? NO_FOOD;
    const food = wanted.food ? foodOf(wanted.food) : (before?.waiting?.food ?? published);
    if (!onSale && !isSame(food, published)) plan.food.push({ productId, food });
    if (!before) {
      added.push({
        _id: productId,
        merchantId,
        ...common,
        ...firstFigures(wanted),
        ...offSale(wanted, food, wanted.categoryTitle, now),
        rating: null,
        createdAt: now,
        deletedAt: null,
        sentBackReason: "",
      });
      continue;
    }
    const {
      row: { seq: _seq, ...row },
      published: shownFiles,
      waiting,
    } = before;
    if (!onSale) {
      if (row.isPublic === 1) plan.offSale.push(row);
      products.push({ ...row, ...common, ...offSale(wanted, food, wanted.categoryTitle, now) });
      if (!waiting) continue;
      // The waiting change becomes the draft, with its pictures.
      plan.taken.push(row._id);
      plan.pictures.push({ productId: row._id, imageIds: wanted.image });
      const kept = new Set([...wanted.image, wanted.video]);
      plan.gone.push(
        ...[...shownFiles.imageIds, shownFiles.videoId].flatMap((fileId) =>
          fileId === null || kept.has(fileId) ? [] : [fileId],
        ),
      );
      continue;
    }
    if (row.isPublic === 1) plan.onSale.push(row._id);
    const after = waitingAfter(before.row, shownFiles.imageIds, wanted, sizes.review, waiting, {
      published,
      requested: food,
    });
    if (after === "nothing") plan.taken.push(row._id);
    else if (after !== "as before") plan.changes.push({ productId: row._id, ...after });
    products.push({ ...row, ...common, ...(typeof after === "object" && { sentBackReason: "" }) });
  }
  const writes = [...(await productWrites(db, added)), ...(await productWrites(db, products))];
  return { ...plan, writes, sizes: variants };
}

type PlannedChanges = Omit<Plan, "writes" | "sizes">;

const emptyPlan = (): PlannedChanges => ({
  changes: [],
  taken: [],
  deleted: [],
  removed: [],
  pictures: [],
  food: [],
  gone: [],
  productIds: [],
  stock: [],
  short: [],
  onSale: [],
  offSale: [],
});

/** The product that rows are about; undefined for a new one. */
const productOf = (group: PlannedRow[]) => group.map(({ before, addsTo }) => before ?? addsTo).find(Boolean);

/** Groups the rows by product, in the order of the file. */
function byProduct(rows: PlannedRow[]): [PlannedRow, ...PlannedRow[]][] {
  const groups: [PlannedRow, ...PlannedRow[]][] = [];
  const known = new Map<string, [PlannedRow, ...PlannedRow[]]>();
  for (const row of rows) {
    if (row.outcome !== "deleted" && !row.wanted) continue;
    const key = (row.before ?? row.addsTo)?.row._id ?? row.group;
    const group = key === undefined ? undefined : known.get(key);
    if (group) {
      group.push(row);
      continue;
    }
    const first: [PlannedRow, ...PlannedRow[]] = [row];
    groups.push(first);
    if (key !== undefined) known.set(key, first);
  }
  return groups;
}

/** All sizes of a product after its rows are applied. */
function sizesOf(group: [PlannedRow, ...PlannedRow[]]): WantedSize[] {
  const [{ wanted }] = group;
  const before = productOf(group);
  if (wanted?.variants) return wantedSizes(wanted, before?.sizes ?? [], before?.waiting ?? null);
  const standing = (before?.sizes ?? []).flatMap((one): WantedSize[] => {
    const row = group.findLast((said) => said.before?.size._id === one._id);
    if (row?.outcome === "deleted") return [];
    const size = { ...asWanted(one, before?.waiting ?? null), before: one };
    return [row?.wanted ? { ...withSize(size, row.wanted), name: row.wanted.sizeName ?? size.name } : size];
  });
  const fresh = group.flatMap((row): WantedSize[] => {
    if (row.before || !row.wanted) return [];
    const { wanted: said } = row;
    return [{ ...withSize({ ...said, name: "", before: undefined }, said), name: said.sizeName ?? "" }];
  });
  const sizes = [...standing, ...fresh];
  return sizes.map((size) => ({ ...size, name: sizes.length > 1 ? size.name : "" }));
}

function planDeletion(plan: PlannedChanges, { row, published, waiting }: Listed): void {
  plan.deleted.push(row._id);
  if (row.isPublic === 1) plan.offSale.push(row);
  if (!waiting) return;
  plan.taken.push(row._id);
  const kept = new Set([...published.imageIds, published.videoId]);
  plan.gone.push(...[...waiting.imageIds, waiting.videoId].flatMap((file) => (file && !kept.has(file) ? [file] : [])));
}

/**
 * Joins several plans into one that is saved at once. Sizes of several plans share statements. A statement is made as
 * soon as there are enough sizes for it.
 */
export function plansTogether(db: Db) {
  const plans: PlannedChanges[] = [];
  const [writes, writesOfSizes]: [Write[], Write[]] = [[], []];
  const waitingSizes: NewRow<"variants">[] = [];
  return {
    async add({ writes: statements, sizes, ...changes }: Plan): Promise<void> {
      plans.push(changes);
      writes.push(...statements);
      waitingSizes.push(...sizes);
      const count = waitingSizes.length - (waitingSizes.length % SIZES_AT_ONCE);
      writesOfSizes.push(...(await sizeWrites(db, waitingSizes.splice(0, count))));
    },
    whole(): Plan {
      return {
        writes: [...writes, ...writesOfSizes],
        sizes: waitingSizes,
        changes: plans.flatMap(({ changes }) => changes),
        taken: plans.flatMap(({ taken }) => taken),
        pictures: plans.flatMap(({ pictures }) => pictures),
        deleted: plans.flatMap(({ deleted }) => deleted),
        removed: plans.flatMap(({ removed }) => removed),
        food: plans.flatMap(({ food }) => food),
        gone: plans.flatMap(({ gone }) => gone),
        productIds: plans.flatMap(({ productIds }) => productIds),
        stock: plans.flatMap(({ stock }) => stock),
        short: plans.flatMap(({ short }) => short),
        onSale: plans.flatMap(({ onSale }) => onSale),
        offSale: plans.flatMap((plan) => plan.offSale),
      };
    },
  };
}

export async function savePlan(
  services: Services,
  trx: Trx,
  merchantId: string,
  {
    writes,
    sizes,
    changes,
    taken,
    deleted,
    removed,
    pictures,
    food,
    gone,
    productIds,
    stock,
    short,
    onSale,
    offSale: takenOff,
  }: Plan,
  now: string,
  how: "imported" | "corrected",
): Promise<void> {
  // Removals come first, because a size that stays may take the SKU of a removed one.
  for (const batch of batches(removed)) await removeSizes(trx, batch, now);
  await writeAll(trx, writes);
  await writeAll(trx, await sizeWrites(trx, sizes));
  await refreshFigures(trx, productIds, now);
  await noteStock(
    trx,
    services,
    how,
    stock.map((change) => ({ ...change, byUserId: merchantId })),
  );
  await countAwayHeld(trx, services, new Map(short), merchantId);
  await deleteProducts(trx, merchantId, deleted, now);
  await writeRevisions(trx, changes, taken, now);
  for (const batch of batches(food)) await writeFood(trx, batch);
  await swapFiles(trx, merchantId, pictures, gone);
  if (onSale.length + takenOff.length > 0)
    await services.dialect.announceChange(trx, [
      ...new Set([...changed(onSale), ...(takenOff.length > 0 ? leftTags(takenOff) : [])]),
    ]);
  if (takenOff.length > 0) await announceOffSale(trx, services);
}
