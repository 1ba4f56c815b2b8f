import { momentInWords } from "~/features/delivery/words-schema";
import { weekdayInWords } from "~/features/days";
import { Refusal, refusal } from "~/platform/refusal";

export const notShipped = refusal("not_shipped", 409, "This has not been sent yet.");
export const alreadyDelivered = refusal("already_delivered", 409, "This has been delivered already.");
export const alreadyCancelled = refusal("already_cancelled", 409, "This has been cancelled.");
export const alreadyShipped = refusal("already_shipped", 409, "This has been marked as shipped already.");
export const tooLateToTakeBack = refusal("too_late", 409, "A step can be taken back for an hour. This one is older.");
export const saidByTheBuyer = refusal(
  "confirmed",
  409,
  "The customer has said that it has arrived, or two weeks have passed: that is not yours to take back.",
);
export const paidOut = refusal("paid_out", 409, "The money for it is on its way to you, so it counts as delivered.");
export const saleExternalIdTaken = refusal(
  "external_id_taken",
  409,
  "Another of your orders has this external id.",
  "externalId",
);
/** A part with goods that are not weighed yet cannot be sent. */
export const notWeighed = (titles: string[]) =>
  new Refusal(409, [{ message: `Weigh this first: ${titles.join(", ")}.`, code: "not_weighed" }]);

export const allMissing = refusal(
  "all_missing",
  409,
  "Nothing is left to hand over. Cancel the order instead: the customer gets the money back.",
);

export const noTime = refusal("no_time", 409, "This has no time at which it was to be collected.");
export const timeNotOver = refusal("time_not_over", 409, "Its time is not over yet: it may still be collected.");

export const unknownDay = refusal("unknown_day", 404, "A day is written as 2026-11-28.");
export const unknownCode = refusal("unknown_code", 404, "No order of this stall has this code.", "code");
/** The code is right, and the order is collected on another day. */
export const otherDay = (day: string) =>
  new Refusal(409, [
    { message: `This order is collected on ${weekdayInWords(day)}.`, code: "other_day", field: "code" },
  ]);
/**
 * Two phones at one stall: the second is told when the first handed the order over, and which phone it was if known.
 */
export const alreadyHandedOver = (at: string | null, timeZone: string, device = "") =>
  new Refusal(409, [
    {
      message: `This was handed over already${at ? `, on ${momentInWords(at, timeZone)}` : ""}${device ? `, by ${device}` : ""}.`,
      code: "handed_over_already",
      field: "code",
    },
  ]);
