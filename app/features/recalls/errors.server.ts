import { refusal } from "~/platform/refusal";

export const notOffSale = refusal(
  "not_taken_off",
  409,
  "Take the product off sale first: as long as it is sold, a recall reaches no end.",
);
export const unknownRecall = refusal("unknown_recall", 404, "There is no such recall.");
export const unknownLetter = refusal("unknown_letter", 404, "There is no such letter.");
export const sentAlready = refusal("sent_already", 409, "This letter was sent already. Please look at it again.");
export const underWay = refusal("recall_under_way", 409, "A recall of this product is under way already.");
export const nobodyBought = refusal("nobody_bought", 409, "Nobody bought it in these days.");
export const nothingFailed = refusal("nothing_failed", 409, "Nothing has failed. Please look at it again.");
