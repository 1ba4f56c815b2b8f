import { Refusal, refusal } from "~/platform/refusal";

export const unknownClosedTime = refusal("unknown_closed_time", 404, "There is no such closed time.");
export const unknownTimeLink = refusal("unknown_time_link", 404, "This link is not whole, or leads nowhere any more.");
export const nobodyOrdered = refusal("nobody_ordered", 409, "There is no order for this time.");
export const closedAlready = refusal("time_closed_already", 409, "This time is closed already.");
export const timeOver = refusal("time_over", 409, "This time is over, so it can no longer be closed.");
export const ordersChanged = refusal(
  "orders_changed",
  409,
  "The orders of this time have changed meanwhile. Look at the new numbers, and press again.",
);
export const marketDayStays = refusal(
  "market_day_stays",
  409,
  "A market day belongs to the market: you can give the money for your orders back, but not move them.",
  "next",
);
export const sameTime = refusal("same_time", 409, "Choose another time than the one that you close.", "time");
export const tooFewPlaces = (placesLeft: number, orders: number) =>
  new Refusal(409, [
    {
      code: "too_few_places",
      message: `That time has ${placesLeft === 1 ? "1 place" : `${placesLeft} places`} left, and ${orders} are needed.`,
      field: "time",
    },
  ]);
export const tooLateToReopen = refusal("too_late", 409, "A closed time can be taken back for an hour. That is over.");
export const answeredAlready = refusal("link_answered", 409, "This was answered already.");
export const answerOver = refusal("answer_over", 409, "It is too late to answer. Please write to the stall.");
