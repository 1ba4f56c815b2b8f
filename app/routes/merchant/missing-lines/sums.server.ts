import { ApiFailure, read } from "~/api/client";
import { toCents, toDollars } from "~/features/fields";
import type { MerchantOrder } from "~/features/merchant-orders/schema";
import type { RefundLine } from "~/features/refunds/schema";
import { refusedIn, type Choice } from "~/routes/shared/refund-choice/choice";
import type { Session } from "~/session/session.server";
import type { MissingSums } from "./hand-over-rest";

/**
 * The sums of what is missing of orders that are handed over together. Null where the service refuses some of it: the
 * choice has the problems then.
 */
export async function sumsOf(
  session: Session,
  orders: readonly MerchantOrder[],
  choice: Choice,
): Promise<MissingSums | null> {
  const sums: MissingSums = { lines: [], fee: 0, amount: 0, back: 0, isToPay: false, dueCents: 0 };
  let [amountCents, backCents] = [0, 0];
  for (const order of orders) {
    const isToPay = order.onCollection?.state === "to_be_paid";
    const lines = (choice.lines ?? []).filter(({ lineId }) => order.carts.some(({ _id }) => _id === lineId));
    const part = lines.length > 0 ? await sumsOfOrder(session, order, lines, choice) : null;
    if (choice.problems.length > 0) return null;
    const partCents = toCents(part?.amount ?? 0);
    amountCents += partCents;
    if (!isToPay) backCents += partCents;
    sums.lines.push(...(part?.lines ?? []));
    sums.fee += part?.delivery ?? 0;
    sums.isToPay ||= isToPay;
    if (isToPay) sums.dueCents += toCents(order.onCollection?.due ?? 0) - partCents;
  }
  return { ...sums, amount: toDollars(amountCents), back: toDollars(backCents) };
}

async function sumsOfOrder(session: Session, order: MerchantOrder, lines: RefundLine[], choice: Choice) {
  const sums = session.api().product.order.merchant[":id"].refund.sums;
  try {
    const json = { lines, deliveryFee: isAllOf(order, lines) && order.deliveryFee > order.deliveryFeeRefunded };
    return (await read(sums.$post({ param: { id: order._id }, json }))).data;
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    choice.problems = refusedIn(lines, failure.problems);
    return null;
  }
}

const isAllOf = ({ carts }: MerchantOrder, lines: RefundLine[]): boolean =>
  carts.every(
    ({ _id, quantity, refundedQuantity }) =>
      (lines.find(({ lineId }) => lineId === _id)?.quantity ?? 0) >= quantity - refundedQuantity,
  );
