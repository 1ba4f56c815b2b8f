import { refusal } from "~/platform/refusal";

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
