import { refusal } from "~/platform/refusal";

export const unknownMerchant = refusal("unknown_merchant", 404, "There is no such merchant.");
export const otherStatus = refusal(
  "other_status",
  409,
  "The merchant's status has changed meanwhile. Please look at it again.",
);
