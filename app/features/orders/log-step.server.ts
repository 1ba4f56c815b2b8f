import { whenCommitted } from "~/platform/database/committed";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";

export type OrderStep =
  | "held"
  | "released"
  | "paid"
  | "placed"
  | "paid at collection"
  | "not collected"
  | "weighed"
  | "moved"
  | "taken out"
  | "refused"
  | "shipped"
  | "not shipped"
  | "delivered"
  | "not delivered"
  | "cancelled"
  | "partly refunded"
  | "refund begun"
  | "refund taken"
  | "refund failed"
  | "refunded";

/** Logs a step of an order as soon as its transaction has committed. */
export function logStep(db: Db, { log }: Pick<Services, "log">, order: string, step: OrderStep): void {
  whenCommitted(db, () => log.info({ order, step }, "order"));
}
