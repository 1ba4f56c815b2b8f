import type { FoundOrder } from "~/features/orders/schema";
import { Pill } from "~/ui/pill/pill";

/** How far an order has come, money first. */
export function OrderState({ status, isCompleted }: Pick<FoundOrder, "status" | "isCompleted">) {
  if (status === "pending") return <Pill tone="honey">Not paid yet</Pill>;
  if (status === "released") return <Pill>Never paid</Pill>;
  if (status === "refused") return <Pill tone="tomato">Paid back</Pill>;
  return isCompleted ? <Pill tone="leaf">Completed</Pill> : <Pill tone="honey">In Transit</Pill>;
}
