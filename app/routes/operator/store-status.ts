import type { PillTone } from "~/ui/pill/pill";

/** A store's status as it is shown. */
export const STORE_STATUS: Record<"active" | "waiting" | "suspended", { label: string; tone: PillTone }> = {
  active: { label: "Active", tone: "leaf" },
  waiting: { label: "Waiting", tone: "honey" },
  suspended: { label: "Suspended", tone: "tomato" },
};
