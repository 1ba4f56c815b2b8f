import { toDollars, type Cents } from "~/features/fields";
import type { OrderPartRow } from "~/platform/database/tables";
import type { Selectable } from "kysely";

/* The delivery fee of a part, which is refunded whole or not at all. */

type Fee = Pick<Selectable<OrderPartRow>, "deliveryFeeCents" | "deliveryFeeRefundId">;

/** The cents of the delivery fee that were refunded. */
export const feeBackOf = ({ deliveryFeeCents, deliveryFeeRefundId }: Fee): Cents =>
  deliveryFeeRefundId === null ? 0 : deliveryFeeCents;

/** The cents of the delivery fee that were not refunded. */
export const feeLeftOf = ({ deliveryFeeCents, deliveryFeeRefundId }: Fee): Cents =>
  deliveryFeeRefundId === null ? deliveryFeeCents : 0;

/** All refunded cents of a part: those of its goods and of its delivery fee. */
export const backOf = (part: Fee & Pick<Selectable<OrderPartRow>, "refundedCents">): Cents =>
  part.refundedCents + feeBackOf(part);

/** The delivery fee of a part and how much of it was refunded, in dollars. */
export const feesOf = (part: Fee) => ({
  deliveryFee: toDollars(part.deliveryFeeCents),
  deliveryFeeRefunded: toDollars(feeBackOf(part)),
});
