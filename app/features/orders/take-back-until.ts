import type { OrderPartRow } from "~/platform/database/tables";

/** A merchant may undo a mistaken step for this long. */
export const TAKE_BACK_MINUTES = 60;

/** The time until which a merchant may undo a part's last step, or null if they may not. */
export function takeBackUntil({
  statusText,
  shippedAt,
  deliveredAt,
  deliveredBy,
}: Pick<OrderPartRow, "statusText" | "shippedAt" | "deliveredAt"> & { deliveredBy: string }): string | null {
  const at =
    statusText === "Shipped"
      ? shippedAt
      : statusText === "Delivered" && deliveredBy === "merchant"
        ? deliveredAt
        : null;
  return at && new Date(Date.parse(at) + TAKE_BACK_MINUTES * 60_000).toISOString();
}
