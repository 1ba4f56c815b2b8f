import { Refusal, refusal, type RefusalItem } from "~/platform/refusal";

export const unknownMethod = refusal("unknown_way", 404, "There is no such way.");
export const tooManyMethods = refusal("too_many_ways", 409, "A stall can have at most 20 ways.");

export const unknownProducts = refusal("unknown_product", 404, "One of these products is not yours.", "products");

/** Nothing is charged: a way or time cannot be had as it was chosen. One item a stall. */
export const wayRefused = (items: RefusalItem[]) => new Refusal(409, [items[0] as RefusalItem, ...items.slice(1)]);

/** The time that an order is to be moved to cannot be had. */
export const timeRefused = (code: "way_closed" | "past_cut_off" | "slot_full", message: string) =>
  new Refusal(409, [{ code, message, field: "time" }]);
