import { Refusal, refusal } from "~/platform/refusal";

export const notChangeable = refusal(
  "not_changeable",
  409,
  "This is sent as soon as it is packed, so it cannot be changed. Write to the stall.",
);
export const pastCutOff = refusal(
  "past_cut_off",
  409,
  "Orders for that time are closed, so it can no longer be changed.",
);
export const alreadyShipped = refusal(
  "already_shipped",
  409,
  "This is packed already, so it can no longer be changed.",
);
/** Goods that are collected together move together. */
export const packedBy = (storeName: string) =>
  new Refusal(409, [
    {
      code: "already_shipped",
      message: `${storeName} has packed its part already, so the time can no longer be changed.`,
    },
  ]);
export const alreadyCancelled = refusal("already_cancelled", 409, "This has been cancelled.");
/** The fee of a delivery method is paid with the first order only. */
export const additionsLeft = refusal(
  "additions_left",
  409,
  "You have added to this order, and its delivery fee is for all of it. Take out what you added first.",
);
