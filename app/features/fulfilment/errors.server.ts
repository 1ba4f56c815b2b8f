import { refusal } from "~/platform/refusal";

export const notShipped = refusal("not_shipped", 409, "This has not been sent yet.");
export const alreadyDelivered = refusal("already_delivered", 409, "This has been delivered already.");
export const alreadyCancelled = refusal("already_cancelled", 409, "This has been cancelled.");
export const alreadyShipped = refusal("already_shipped", 409, "This has been marked as shipped already.");
