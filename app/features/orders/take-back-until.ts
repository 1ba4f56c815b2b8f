import type { OrderPartRow } from "~/platform/database/tables";

/** For so long a merchant may take back a step that was a mistake. */
export const TAKE_BACK_MINUTES = 60;

/** Until when a part's last step may be taken back, or null where it is not the merchant's to take back. */
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
