import { foodOf } from "~/features/food-information/food-json";
import { NO_FOOD } from "~/features/food-information/schema";
import type { Listed } from "~/features/products/listed.server";
import type { PlannedPayload } from "~/features/products/plan-changes.server";
import { asWanted } from "~/features/products/plan-sizes.server";
import type { ProductPayload } from "~/features/products/schema";
import { seasonIn } from "~/features/products/season-schema";
import type { SheetProduct } from "./sheet.server";
import { measurementIn, tagsIn, variationsIn } from "~/features/products/stored-json";

/** A product as its editor shows it, with a change that waits for review. */
export function sheetOf({ row, size, categoryTitle, waiting, waitingCategory, food }: Listed): SheetProduct {
  const { name, content = null, drained = null, weighed = null } = asWanted(size, waiting);
  return {
    sizeName: name,
    content,
    drained,
    weighed,
    title: waiting?.title ?? row.title,
    description: waiting?.description ?? row.description,
    categoryTitle: waitingCategory ?? categoryTitle,
    tags: waiting?.tags ?? tagsIn(row.tags),
    sku: row.sku,
    barcode: row.barcode,
    quantity: row.quantity,
    amountCents: row.amountCents,
    vatCents: row.vatCents,
    percent: row.discountType === "percentage" ? row.discountPercent : 0,
    taxClass: row.taxClass as ProductPayload["taxClass"],
    isPhysical: row.isPhysical === 1,
    availType: row.availType,
    measurement: measurementIn(row.measurement),
    variations: variationsIn(row.variations),
    food: waiting?.food ?? food,
    season: seasonIn(row),
    noticeHours: row.noticeHours,
  };
}

/** A product as a row would save it. */
export function sheetFrom(planned: PlannedPayload): SheetProduct {
  return {
    ...planned,
    sizeName: planned.sizeName ?? "",
    content: planned.content ?? null,
    drained: planned.drained ?? null,
    weighed: planned.weighed ?? null,
    amountCents: planned.amount,
    vatCents: planned.vatAmount,
    percent: planned.discountPercentage,
    food: planned.food ? foodOf(planned.food) : NO_FOOD,
    season: planned.season ?? null,
    noticeHours: planned.noticeHours ?? 0,
  };
}
