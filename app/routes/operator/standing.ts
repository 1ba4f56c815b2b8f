import type { Standing } from "~/features/product-review/operator-schema";
import type { PillTone } from "~/ui/pill/pill";

/** The state of a product, as operators see it. */
export const STANDING: Record<Standing, { label: string; tone: PillTone }> = {
  "on-sale": { label: "On sale", tone: "leaf" },
  "taken-off": { label: "Taken off", tone: "tomato" },
  "stall-closed": { label: "Stall closed", tone: "honey" },
  "in-review": { label: "In review", tone: "honey" },
  draft: { label: "Draft", tone: "grey" },
  deleted: { label: "Deleted", tone: "grey" },
};
