import { refusal } from "~/platform/refusal";
import { CHANGE_DAYS } from "./plain-schema";

export const unknownReview = refusal("unknown_review", 404, "There is no such review.");
export const unknownLine = refusal("unknown_line", 404, "There is no such line in your orders.");
export const notArrived = refusal("not_arrived", 409, "You can review it once it has arrived.");
export const lineRefunded = refusal(
  "line_refunded",
  409,
  "Its price was given back in full, so it can no longer be reviewed.",
);
export const ownStall = refusal("own_stall", 409, "You cannot review what your own stall sells.");
export const reviewFinal = refusal(
  "review_final",
  409,
  `A review can be changed for ${CHANGE_DAYS} days, and yours is older.`,
);
export const linkUsed = refusal(
  "link_used",
  409,
  "This product was reviewed already. To change your review, sign in and open the order.",
);
export const unknownReviewLink = refusal(
  "unknown_review_link",
  404,
  "This link is not complete. Please open it from the mail again.",
);
export const hiddenAlready = refusal("hidden_already", 409, "Somebody has hidden this review already.");
export const notHidden = refusal("not_hidden", 409, "This review is shown already.");
export const nothingReported = refusal("nothing_reported", 409, "Somebody has decided on these reports already.");
export const noAnswer = refusal("no_answer", 404, "There is no answer to take back.");
