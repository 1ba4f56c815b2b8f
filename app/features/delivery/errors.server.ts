import { Refusal, refusal, type RefusalItem } from "~/platform/refusal";

export const unknownMethod = refusal("unknown_way", 404, "There is no such way.");
export const unknownMarketDay = refusal("unknown_market_day", 404, "There is no such market day.");
export const marketDayInUse = refusal(
  "market_day_in_use",
  409,
  "Orders are still to be collected there. Switch it off instead: buyers can choose it no more.",
);
export const tooManyMarketDays = refusal("too_many_market_days", 409, "There can be at most 50 market days.");
export const tooManyMethods = refusal("too_many_ways", 409, "A stall can have at most 20 ways.");

export const unknownProducts = refusal("unknown_product", 404, "One of these products is not yours.", "products");

/** A delivery method or time cannot be had as it was chosen. Nothing is charged. One item for each stall. */
export const wayRefused = (items: RefusalItem[]) => new Refusal(409, [items[0] as RefusalItem, ...items.slice(1)]);

/** The time that an order is to be moved to cannot be had. */
export const timeRefused = (code: "way_closed" | "out_of_season" | "past_cut_off" | "slot_full", message: string) =>
  new Refusal(409, [{ code, message, field: "time" }]);
