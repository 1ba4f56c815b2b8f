import { refusal } from "~/platform/refusal";

export const payoutsOff = refusal(
  "payouts_off",
  409,
  "This marketplace does not pay out by itself. Ask its team how you get your money.",
);
