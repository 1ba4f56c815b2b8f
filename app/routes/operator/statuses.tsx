import type { FoundOrder } from "~/features/orders/schema";
import type { OperatorOrder } from "~/features/payments/operator-schema";
import { Pill, type PillTone } from "~/ui/pill/pill";

/* The states of stalls, disputes and orders, as operators see them. */

type Shown = { label: string; tone: PillTone };

export const STORE_STATUS: Record<"active" | "waiting" | "suspended", Shown> = {
  active: { label: "Active", tone: "leaf" },
  waiting: { label: "Waiting", tone: "honey" },
  suspended: { label: "Suspended", tone: "tomato" },
};

export const DISPUTES: Record<OperatorOrder["disputes"][number]["status"], Shown> = {
  warning: { label: "Bank asks", tone: "honey" },
  open: { label: "Disputed", tone: "tomato" },
  won: { label: "Dispute won", tone: "leaf" },
  lost: { label: "Dispute lost", tone: "tomato" },
  closed: { label: "Question closed", tone: "grey" },
};

/** The pill of an order. The state of its payment comes first. */
export function OrderState({ status, isCompleted }: Pick<FoundOrder, "status" | "isCompleted">) {
  if (status === "pending") return <Pill tone="honey">Not paid yet</Pill>;
  if (status === "released") return <Pill>Never paid</Pill>;
  if (status === "refused") return <Pill tone="tomato">Paid back</Pill>;
  return isCompleted ? <Pill tone="leaf">Completed</Pill> : <Pill tone="honey">In Transit</Pill>;
}
