/* Options of the editor's selects. Source: specification §4 (product form), decisions OPEN-5. */

export const DISCOUNT_TYPES = [
  { value: "none", label: "No discount" },
  { value: "percentage", label: "Percentage" },
] as const;
export const TAX_CLASSES = [
  { value: "standard", label: "Standard" },
  { value: "food", label: "Food" },
  { value: "free", label: "Tax free" },
] as const;

const DRAFT = { value: "draft", label: "Draft" } as const;
const FOR_REVIEW = { value: "in-review", label: "Publish for review" } as const;
const PUBLISHED = { value: "published", label: "Published" } as const;
export const STATUSES = [DRAFT, FOR_REVIEW, PUBLISHED] as const;

/** A product on sale stays so or becomes a draft again. Any other is a draft or is handed in for review. */
export function statusesOf(availType: "draft" | "in-review" | "published") {
  return availType === "published" ? [PUBLISHED, DRAFT] : [DRAFT, FOR_REVIEW];
}
