import { refusal } from "~/platform/refusal";

export const unknownMerchant = refusal("unknown_merchant", 404, "There is no such merchant.");
export const otherStatus = refusal(
  "other_status",
  409,
  "The merchant's status has changed meanwhile. Please look at it again.",
);

export const unknownStall = refusal("unknown_stall", 404, "There is no such stall, or it is closed for good.");
export const holidayOver = refusal("holiday_over", 422, "That day is over already.", "holidayUntil");
export const bannerMissing = refusal("not_an_image", 415, "File type must be .png,.jpg,.jpeg", "intendedFile");
