import type { Selectable } from "kysely";
import { searchTextOf } from "~/features/catalogue/folding";
import type { ProductRow } from "~/platform/database/tables";
import type { ProductPayload, RevisionPayload } from "./schema";

/* What a save writes into a product's row: the same for the editor and for a spreadsheet. */

/** What changes at once, whether it is on sale or not. */
export function sold(wanted: ProductPayload) {
  const percent = wanted.discountType === "percentage" ? wanted.discountPercentage : 0;
  return {
    amountCents: wanted.amount,
    discountType: wanted.discountType,
    discountPercent: percent,
    // Nothing is given away: the least that a card can pay is a cent.
    priceCents: Math.max(1, Math.round((wanted.amount * (100 - percent)) / 100)),
    taxClass: wanted.taxClass,
    vatCents: wanted.vatAmount,
    sku: wanted.sku,
    barcode: wanted.barcode,
    isPhysical: wanted.isPhysical ? (1 as const) : (0 as const),
    measurement: JSON.stringify(wanted.measurement),
    variations: JSON.stringify(wanted.variations),
  };
}

/** What a buyer reads and sees. */
export function shown(wanted: ProductPayload, categoryTitle: string) {
  return {
    title: wanted.title,
    description: wanted.description,
    categoryId: wanted.category,
    tags: JSON.stringify(wanted.tags),
    videoId: wanted.video,
    searchText: searchTextOf(wanted.title, categoryTitle),
  };
}

/** What of a product that is not on sale, or is taken off it, changes beside what is sold. */
export function offSale(wanted: ProductPayload, categoryTitle: string, now: string) {
  const handedIn = wanted.availType === "in-review";
  return {
    ...shown(wanted, categoryTitle),
    availType: wanted.availType,
    isPublic: 0 as const,
    submittedAt: handedIn ? now : null,
    ...(handedIn && { sentBackReason: "" }),
  };
}

/** True when the product is on sale and is to stay there. */
export function staysOnSale(row: Pick<ProductRow, "availType">, wanted: ProductPayload): boolean {
  return row.availType === "published" && wanted.availType !== "draft";
}

/** What waits for review after a save: nothing any more, what waited before, or this change, as it is stored. */
export function waitingAfter(
  row: Selectable<ProductRow>,
  images: string[],
  wanted: ProductPayload,
  earlier: RevisionPayload | null,
): "nothing" | "as before" | { payload: string } {
  const published: RevisionPayload = {
    title: row.title,
    description: row.description,
    categoryId: row.categoryId,
    tags: JSON.parse(row.tags) as string[],
    imageIds: images,
    videoId: row.videoId,
  };
  const change: RevisionPayload = {
    title: wanted.title,
    description: wanted.description,
    categoryId: wanted.category,
    tags: wanted.tags,
    imageIds: wanted.image,
    videoId: wanted.video,
  };
  const payload = JSON.stringify(change);
  if (JSON.stringify(published) === payload) return "nothing";
  return earlier && JSON.stringify(earlier) === payload ? "as before" : { payload };
}
