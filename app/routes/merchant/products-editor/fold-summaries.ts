import type { FieldMetadata } from "@conform-to/react";
import type { EditorFields } from "./fields-of";
import type { PanelProps } from "./panel-props";

type EditorField = FieldMetadata<any, EditorFields, string[]>;

/** Whether a field, or one inside it, has a value. `per` does not count, because it always has one. */
export function isFilled(value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  if (Array.isArray(value)) return value.some(isFilled);
  if (value && typeof value === "object")
    return Object.entries(value).some(([name, inside]) => name !== "per" && isFilled(inside));
  return value === true;
}

/** Whether one of the fields, or one inside them, has an error. */
export const hasErrors = (fields: EditorField[]): boolean =>
  fields.some((field) => Object.keys(field.allErrors).length > 0);

const FOOD_PARTS = [
  ["ingredients", ["ingredients"]],
  ["allergens", ["allergens", "noAllergens"]],
  ["nutrition", ["nutrition"]],
  ["labels", ["labels"]],
  [
    "origin and storage",
    ["storage", "keepsDays", "originCountry", "originWords", "producer", "alcohol", "instructions"],
  ],
] as const;

/** "ingredients, allergens": the parts of the label that have content. */
export function foodSummary(food: PanelProps["fields"]["food"]): string {
  const fields = food.getFieldset();
  const parts = FOOD_PARTS.flatMap(([words, names]) =>
    names.some((name) => isFilled(fields[name].initialValue)) ? [words] : [],
  );
  return parts.length > 0 ? `Says ${parts.join(", ")}` : "The label says nothing yet";
}

/** "By the piece, no discount": how the product is sold, beside the price itself. */
export function priceSummary(fields: PanelProps["fields"]): string {
  const percent = fields.discountPercentage.initialValue;
  const isDiscounted = fields.discountType.initialValue === "percentage" && percent;
  return [
    fields.soldBy.initialValue === "weight" ? "By weight" : "By the piece",
    isDiscounted ? `${percent} % off` : "no discount",
    ...(fields.vatAmount.initialValue ? [`VAT $${fields.vatAmount.initialValue}`] : []),
    ...(fields.drained.initialValue ? [`drained ${fields.drained.initialValue}`] : []),
  ].join(", ");
}

export function sizesSummary(fields: PanelProps["fields"]): string {
  const further = fields.sizes.getFieldList().length;
  return further === 0 ? "Sold in one size" : `${further + 1} sizes`;
}

/** "Bundle: 4 cobs": the first variations. */
export function variationSummary(field: PanelProps["fields"]["variations"]): string {
  const words = field.getFieldList().flatMap((row) => {
    const { variation, value } = row.getFieldset();
    return variation.initialValue ? [`${variation.initialValue}: ${value.initialValue ?? ""}`] : [];
  });
  return words.slice(0, 3).join(", ") || "None";
}

export function shippingSummary(fields: PanelProps["fields"]): string {
  const { isPhysical, weight, height, length, width } = fields;
  const sides = [height, length, width].flatMap(({ initialValue }) => initialValue || []);
  return [
    isPhysical.initialValue === "on" ? "A physical product" : "Nothing to ship",
    ...(weight.initialValue ? [`${weight.initialValue} kg`] : []),
    ...(sides.length > 0 ? [`${sides.join(" × ")} cm`] : []),
  ].join(", ");
}

export function seasonSummary(fields: PanelProps["fields"]): string {
  const { seasonFrom, seasonUntil, seasonYearly, noticeHours } = fields;
  const season = seasonFrom.initialValue
    ? `${seasonFrom.initialValue} to ${seasonUntil.initialValue ?? ""}${seasonYearly.initialValue === "on" ? ", every year" : ""}`
    : "All year";
  return noticeHours.initialValue ? `${season}, ${noticeHours.initialValue} hours’ notice` : season;
}
