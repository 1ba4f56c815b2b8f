import { z } from "~/features/zod";
import { lacksOf, newLacks, type CategoryDemands } from "~/features/food-information/demands";
import { requireAllergensSaid } from "~/features/food-information/food.server";
import { foodOf } from "~/features/food-information/food-json";
import { NO_FOOD, type FoodPayload } from "~/features/food-information/schema";
import { typedFood } from "~/features/food-information/typed-food";
import {
  completed,
  described,
  REQUIRED,
  taxClass,
  typedPercent,
  typedPrice,
  typedQuantity,
  typedSize,
  typedTags,
  typedVat,
  variations,
} from "~/features/products/fields-schema";
import { storedLabels } from "~/features/products/demanded.server";
import type { Listed } from "~/features/products/listed.server";
import { typedContent, typedDrained } from "~/features/products/net-content-schema";
import { checkSeason, typedNotice, typedSeason } from "~/features/products/season-schema";
import { staysOnSale } from "~/features/products/product-row.server";
import { margin, sizeName, type ProductPayload } from "~/features/products/schema";
import { isWeight, mostOf, USUAL_MARGIN, USUAL_WEIGHT_NEEDED } from "~/features/products/weighed-schema";
import { fold } from "~/platform/folding";
import { Refusal } from "~/platform/refusal";
import { columnOfError, FOOD_COLUMNS, typedFoodIn } from "./food-cells.server";
import { COLUMNS, statusIn, variationsIn, yesIn, type Cells } from "./sheet.server";

/** The categories that the store sells in, by folded title. */
export type OwnCategories = Map<string, { _id: string; title: string; demands: CategoryDemands }>;

const YES_OR_NO = "This must be yes or no.";

/** The editor's rules and messages, applied to the texts of cells. */
export const cellRules = z.object({
  ...described,
  size: sizeName,
  content: typedContent,
  drained: typedDrained,
  amount: typedPrice,
  quantity: typedQuantity,
  category: z.string().min(1, REQUIRED),
  discountPercentage: typedPercent.optional(),
  taxClass,
  vatAmount: typedVat,
  weight: typedSize,
  height: typedSize,
  length: typedSize,
  width: typedSize,
  tags: typedTags,
  variations,
  isPhysical: z.boolean({ error: YES_OR_NO }),
  seasonFrom: z.string(),
  seasonUntil: z.string(),
  seasonYearly: z.boolean({ error: YES_OR_NO }),
  noticeHours: typedNotice,
  kiloPrice: typedPrice.optional(),
  marginPercent: typedQuantity.pipe(margin).optional(),
  availType: z.enum(["draft", "in-review", "published"], { error: "This must be Draft, In review or Published." }),
});

/** Applies the rules to the cells of a row, for an existing product or a new one. */
export function parsedCells(cells: Cells, before: Listed | undefined, categories: OwnCategories) {
  const category = categoryFor(cells.category, before, categories);
  const parsed = cellRules.safeParse({
    ...cells,
    category: category?._id ?? cells.category,
    // The price of a weighed size follows from its weight. `priceOf` replaces this placeholder below.
    amount: completed(cells.amount === "" && cells.kiloPrice !== "" ? "0.01" : cells.amount),
    kiloPrice: completed(cells.kiloPrice) || undefined,
    marginPercent: cells.marginPercent || undefined,
    vatAmount: completed(cells.vatAmount),
    discountPercentage: cells.discountPercentage || undefined,
    taxClass: cells.taxClass.toLowerCase(),
    variations: variationsIn(cells.variations),
    isPhysical: yesIn(cells.isPhysical),
    seasonYearly: cells.seasonYearly === "" ? false : yesIn(cells.seasonYearly),
    availType: statusIn(cells.availType),
  });
  return {
    category,
    parsed: parsed.success ? { ...parsed, data: { ...parsed.data, amount: priceOf(parsed.data) } } : parsed,
    ...parsedFood(cells, before),
  };
}

type Parsed = z.output<typeof cellRules>;

const weighedIn = ({ kiloPrice, marginPercent = USUAL_MARGIN }: Pick<Parsed, "kiloPrice" | "marginPercent">) =>
  kiloPrice === undefined ? null : { unitPriceCents: kiloPrice, marginPercent };

/** The price of a piece in cents. For a weighed piece, the most that it costs. */
function priceOf({ amount, content, ...figures }: Parsed): number {
  const weighed = weighedIn(figures);
  return weighed && isWeight(content) ? mostOf(weighed, content) : amount;
}

/** Errors of a weighed size's cells, checked against each other. `price` is the file's price; empty if unchanged. */
export function weighedErrors({ amount, content, kiloPrice, marginPercent }: Parsed, price: string) {
  const errors: { column: string; message: string }[] = [];
  if (kiloPrice === undefined) {
    if (marginPercent !== undefined) errors.push({ column: COLUMNS.kiloPrice, message: REQUIRED });
  } else if (!isWeight(content)) errors.push({ column: COLUMNS.content, message: USUAL_WEIGHT_NEEDED });
  else if (price !== "" && completed(price) !== (amount / 100).toFixed(2))
    errors.push({ column: COLUMNS.amount, message: PRICE_FOLLOWS });
  return errors;
}

const PRICE_FOLLOWS =
  "This price follows from the usual weight, the price of a kilo or pound and the margin. Change those, and leave this empty.";

/** Food information by the form's rules. An allergen that is emphasised but not named is an error of its row. */
function parsedFood(cells: Cells, before: Listed | undefined) {
  const { typed, unknown } = typedFoodIn(cells);
  const { data: food, error } = typedFood.safeParse(typed);
  const foodErrors = [
    ...unknown,
    ...(error?.issues ?? []).map(({ path, message }) => ({ column: columnOfError(path), message })),
  ].map(({ column, message }) => ({ column: FOOD_COLUMNS[column] as string, message }));
  if (!food || foodErrors.length > 0) return { food: undefined, foodErrors };
  try {
    requireAllergensSaid(foodOf(food), before ? (before.waiting?.food ?? before.food) : NO_FOOD, false);
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    return { food: undefined, foodErrors: [{ column: FOOD_COLUMNS.contains as string, message: failure.message }] };
  }
  return { food, foodErrors };
}

const SEASON_FIELDS = { from: "seasonFrom", until: "seasonUntil", yearly: "seasonYearly" } as const;

/** Errors of a season's cells, checked against each other. */
export function seasonErrors({ seasonFrom, seasonUntil, seasonYearly }: Parsed) {
  const errors: { column: string; message: string }[] = [];
  checkSeason({ from: seasonFrom, until: seasonUntil, yearly: seasonYearly }, (field, message) =>
    errors.push({ column: COLUMNS[SEASON_FIELDS[field]], message }),
  );
  return errors;
}

/**
 * The particulars that the category demands of a row that is handed in, and that it lacks.
 * @param before the product in the size of the row, if the size exists
 * @param product the product of the row, also if the row adds a size to it; on sale, it may go on lacking what it lacks
 */
export function lackErrors(
  payload: ProductPayload & { food: FoodPayload },
  category: CategoryDemands,
  { before, product }: { before: Listed | undefined; product: Listed | undefined },
): { column: string; message: string }[] {
  if (payload.availType === "draft") return [];
  const size = { _id: before?.size._id, content: payload.content, field: "content" };
  const facts = { category, food: foodOf(payload.food), sizes: [size] };
  const lacks = product && payload.availType === "published" ? newLacks(facts, storedLabels(product)) : lacksOf(facts);
  return lacks.map(({ field, message }) => ({
    column: field === "content" ? COLUMNS.content : (FOOD_COLUMNS[columnOfError(field.split(".").slice(1))] as string),
    message,
  }));
}

/** A category that the store sells in, or the one that the product is already in. */
function categoryFor(cell: string, before: Listed | undefined, categories: OwnCategories) {
  const ownCategory = categories.get(fold(cell));
  if (ownCategory || !before) return ownCategory;
  return fold(before.categoryTitle) === fold(cell)
    ? { _id: before.row.categoryId, title: before.categoryTitle, demands: before.demands }
    : undefined;
}

/** The payload that a row saves. Pictures stay those of the product. */
export function payloadOf(
  {
    weight,
    height,
    length,
    width,
    discountPercentage,
    size,
    seasonFrom,
    seasonUntil,
    seasonYearly,
    kiloPrice,
    marginPercent,
    ...fields
  }: Parsed,
  before: Listed | undefined,
): ProductPayload & { sizeName: string } {
  const currentFiles = before?.waiting ?? before?.published;
  const planned: ProductPayload & { sizeName: string } = {
    ...fields,
    measurement: { weight, height, length, width },
    season: typedSeason(seasonFrom, seasonUntil, seasonYearly),
    discountType: discountPercentage === undefined ? "none" : "percentage",
    discountPercentage: discountPercentage ?? 0,
    image: currentFiles?.imageIds ?? [],
    video: currentFiles?.videoId ?? null,
    quantityBefore: undefined,
    stockVersion: undefined,
    lowStockAt: undefined,
    weighed: weighedIn({ kiloPrice, marginPercent }),
    variants: undefined,
    sizeName: size,
  };
  return before && staysOnSale(before.row, planned) ? { ...planned, availType: "published" } : planned;
}
