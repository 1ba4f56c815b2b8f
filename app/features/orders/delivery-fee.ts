import { toDollars, type Cents } from "~/features/fields";
import type { OrderPartRow } from "~/platform/database/tables";
import type { Selectable } from "kysely";

/* The price of a part's way, which goes back whole or not at all. */

type Fee = Pick<Selectable<OrderPartRow>, "deliveryFeeCents" | "deliveryFeeRefundId">;

/** The cents of it that went back. */
export const feeBackOf = ({ deliveryFeeCents, deliveryFeeRefundId }: Fee): Cents =>
  deliveryFeeRefundId === null ? 0 : deliveryFeeCents;

/** The cents of it that are left. */
export const feeLeftOf = ({ deliveryFeeCents, deliveryFeeRefundId }: Fee): Cents =>
  deliveryFeeRefundId === null ? deliveryFeeCents : 0;

/** The cents that went back of a part in all: of its goods, and the price of its way. */
export const backOf = (part: Fee & Pick<Selectable<OrderPartRow>, "refundedCents">): Cents =>
  part.refundedCents + feeBackOf(part);

/** The price of a part's way and how much of it went back, in dollars. */
export const feesOf = (part: Fee) => ({
  deliveryFee: toDollars(part.deliveryFeeCents),
  deliveryFeeRefunded: toDollars(feeBackOf(part)),
});
