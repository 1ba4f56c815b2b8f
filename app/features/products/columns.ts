import type { ProductRow, VariantRow } from "~/platform/database/tables";

/*
 * Each column of a product and of its sizes, with whether an upsert of their rows overwrites it. Other code that needs
 * all columns takes these lists, so a new column is added only here.
 */

type Fates<Row> = Record<keyof Row, "written" | "left">;

/** Each column of a product. */
export const PRODUCT_COLUMNS = {
  categoryId: "written",
  title: "written",
  description: "written",
  discountType: "written",
  discountPercent: "written",
  taxClass: "written",
  isPhysical: "written",
  measurement: "written",
  tags: "written",
  variations: "written",
  videoId: "written",
  availType: "written",
  isPublic: "written",
  publishedAt: "left",
  searchText: "written",
  updatedAt: "written",
  sentBackReason: "written",
  submittedAt: "written",
  foodLabels: "written",
  foodWithout: "written",
  foodOrigin: "written",
  seasonFrom: "written",
  seasonUntil: "written",
  seasonYearly: "written",
  noticeHours: "written",
  foodSaid: "written",
  seq: "left",
  _id: "left",
  merchantId: "left",
  // These follow from the sizes.
  amountCents: "left",
  priceCents: "left",
  priorCents: "left",
  vatCents: "left",
  quantity: "left",
  stockVersion: "left",
  sku: "left",
  barcode: "left",
  lowStockAt: "left",
  variantCount: "left",
  variantId: "left",
  contentMilli: "left",
  contentUnit: "left",
  drainedMilli: "left",
  drainedUnit: "left",
  unitPriceCents: "left",
  weightUnit: "left",
  rating: "left",
  reviewCount: "left",
  reviewStars: "left",
  ratingScore: "left",
  stockAt: "left",
  createdAt: "left",
  deletedAt: "left",
  takenOffAt: "left",
  takenOffReason: "left",
  externalId: "left",
} as const satisfies Fates<ProductRow>;

/** Each column of a size. */
export const SIZE_COLUMNS = {
  position: "written",
  name: "written",
  sku: "written",
  barcode: "written",
  amountCents: "written",
  priceCents: "written",
  vatCents: "written",
  quantity: "written",
  stockVersion: "written",
  lowStockAt: "written",
  contentMilli: "written",
  contentUnit: "written",
  drainedMilli: "written",
  drainedUnit: "written",
  unitPriceCents: "written",
  weightUnit: "written",
  marginPercent: "written",
  isPending: "written",
  merchantId: "left",
  _id: "left",
  productId: "left",
  priorCents: "left",
  soldCents: "left",
  deletedAt: "left",
} as const satisfies Fates<VariantRow>;

const writtenOf = <Column extends string>(fates: Record<Column, "written" | "left">) =>
  (Object.keys(fates) as Column[]).filter((column) => fates[column] === "written");

export const WRITTEN_OF_PRODUCTS = writtenOf(PRODUCT_COLUMNS);
export const WRITTEN_OF_SIZES = writtenOf(SIZE_COLUMNS);
