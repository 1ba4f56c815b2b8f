import { refusal } from "~/platform/refusal";
import { MOST_ADDRESSES } from "./plain-schema";

export const unknownAddress = refusal("unknown_address", 404, "There is no such address in your account.");
export const addressesFull = refusal(
  "addresses_full",
  409,
  `Your account can hold ${MOST_ADDRESSES} addresses. Please remove one first.`,
);
