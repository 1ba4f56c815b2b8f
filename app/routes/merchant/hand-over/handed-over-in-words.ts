import { paymentInWords } from "~/features/collection-payments/words-schema";
import { numbersInWords } from "~/features/merchant-orders/hand-overs-schema";
import type { MerchantOrderDetails } from "~/features/merchant-orders/schema";
import { piecesOf } from "../pieces";

type Orders = [MerchantOrderDetails, ...MerchantOrderDetails[]];

/** The sentence for orders handed over together: "#10001 is handed over to Amara Whitcombe: 2 × Bread. Paid …". */
export function handedOverInWords(orders: Orders): string {
  const [{ user }] = orders;
  const name = `${user.firstName} ${user.lastName}`.trim() || "the customer";
  const payments = orders.flatMap(({ onCollection }) => (onCollection ? [`. ${paymentInWords(onCollection)}`] : []));
  const verb = orders.length > 1 ? "are" : "is";
  const pieces = orders.map(piecesOf).filter(Boolean).join(" · ");
  return `${numbersInWords(orders)} ${verb} handed over to ${name}: ${pieces}${payments.join("")}`;
}
