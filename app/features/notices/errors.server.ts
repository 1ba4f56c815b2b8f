import { refusal } from "~/platform/refusal";
import { MOST_WATCHES } from "./plain-schema";

export const nothingToWatch = refusal(
  "nothing_to_watch",
  404,
  "There is no such product or stall in the shop, so there would be nothing to tell.",
);
export const unknownNoticeKind = refusal("unknown_notice_kind", 404, "There is no such kind of mail.");
export const unknownWatch = refusal("unknown_watch", 404, "You are not told about this any more.");
export const watchesFull = refusal(
  "watches_full",
  409,
  `You are told about as much as can be, ${MOST_WATCHES} with an account. Please end some first.`,
);
export const unknownNoticeLink = refusal(
  "unknown_notice_link",
  404,
  "This link is not complete or too old. Please open the newest mail, and the link in it.",
);
