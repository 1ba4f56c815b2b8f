import { refusal } from "~/platform/refusal";

export const nothingToReview = refusal(
  "nothing_to_review",
  404,
  "This product does not wait for review. Somebody may have decided on it already.",
);
export const decidedAlready = refusal(
  "decided_already",
  409,
  "This was decided on already, or the merchant has changed it since. Please look at it again.",
);
export const categoryGone = refusal(
  "category_gone",
  409,
  "The category that the merchant chose does not exist any more. Please send the change back.",
);
export const takenOffAlready = refusal(
  "taken_off_already",
  409,
  "This product was taken off sale already. Please look at it again.",
);
export const notTakenOff = refusal(
  "not_taken_off",
  409,
  "Nobody keeps this product off sale. Please look at it again.",
);
