import type { PayoutStatus } from "~/features/payouts/schema";
import type { PillTone } from "~/ui/pill/pill";

/** The state of a payout account, as it is shown. */
export const PAYOUT_STATUS: Record<PayoutStatus, { label: string; tone: PillTone }> = {
  none: { label: "Not set up", tone: "honey" },
  incomplete: { label: "Not complete", tone: "honey" },
  checking: { label: "Being checked", tone: "honey" },
  restricted: { label: "Needs attention", tone: "tomato" },
  disconnected: { label: "Disconnected", tone: "tomato" },
  ready: { label: "Ready", tone: "leaf" },
};
