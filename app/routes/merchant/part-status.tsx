import type { PartDelivery } from "~/features/delivery/schema";
import { stepInWords } from "~/features/delivery/words-schema";
import type { PartStatus } from "~/features/orders/schema";
import { Pill, type PillTone } from "~/ui/pill/pill";

const TONES: Record<PartStatus, PillTone> = {
  Processing: "honey",
  Shipped: "honey",
  Delivered: "leaf",
  Cancelled: "tomato",
  Refunded: "grey",
};

/** The state of a part, in a word. */
export function PartPill({ status, delivery }: { status: PartStatus; delivery?: PartDelivery | null }) {
  return <Pill tone={TONES[status]}>{stepInWords(status, delivery)}</Pill>;
}
