import { paymentInWords } from "~/features/collection-payments/words-schema";
import { numbersInWords } from "~/features/merchant-orders/hand-overs-schema";
import type { MerchantOrderDetails } from "~/features/merchant-orders/schema";
import { piecesOf } from "../day/pieces";

type Orders = [MerchantOrderDetails, ...MerchantOrderDetails[]];

/** "#10001 is handed over to Amara Whitcombe: 2 × Bread. Paid at collection: …": orders that were handed over together. */
export function handedOverInWords(together: Orders): string {
  const [{ user }] = together;
  const name = `${user.firstName} ${user.lastName}`.trim() || "the customer";
  const payments = together.flatMap(({ onCollection }) => (onCollection ? [`. ${paymentInWords(onCollection)}`] : []));
  const verb = together.length > 1 ? "are" : "is";
  const pieces = together.map(piecesOf).filter(Boolean).join(" · ");
  return `${numbersInWords(together)} ${verb} handed over to ${name}: ${pieces}${payments.join("")}`;
}
