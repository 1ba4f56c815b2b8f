import type { PartStatus } from "~/features/orders/schema";
import { Pill, type PillTone } from "~/ui/pill/pill";

const TONES: Record<PartStatus, PillTone> = {
  Processing: "honey",
  Shipped: "honey",
  Delivered: "leaf",
  Cancelled: "tomato",
  Refunded: "grey",
};

/** How far an order has come, in a word. */
export function PartPill({ status }: { status: PartStatus }) {
  return <Pill tone={TONES[status]}>{status}</Pill>;
}
