import type { OperatorOrder } from "~/features/payments/operator-schema";
import type { PillTone } from "~/ui/pill/pill";

type Status = OperatorOrder["disputes"][number]["status"];

/** How far a dispute has come, as operators read it. */
export const DISPUTES: Record<Status, { label: string; tone: PillTone }> = {
  warning: { label: "Bank asks", tone: "honey" },
  open: { label: "Disputed", tone: "tomato" },
  won: { label: "Dispute won", tone: "leaf" },
  lost: { label: "Dispute lost", tone: "tomato" },
  closed: { label: "Question closed", tone: "grey" },
};
