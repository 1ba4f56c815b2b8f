import { Refusal, refusal, type RefusalItem } from "~/platform/refusal";

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** One item for each stall whose delivery method does not offer it. Nothing is ordered. */
export const notOnCollection = (items: RefusalItem[]) => new Refusal(409, [items[0] as RefusalItem, ...items.slice(1)]);

export const tooManyUnpaid = (orders: number) =>
  new Refusal(409, [
    {
      message: `You have ${orders === 1 ? "an order" : `${orders} orders`} to pay when you collect. Please pay this one by card, or collect first.`,
      code: "too_many_unpaid",
      field: "paymentMethod",
    },
  ]);
export const tooMuchUnpaid = (mostCents: number) =>
  new Refusal(409, [
    {
      message: `At most ${money(mostCents)} can be left to be paid at collection, your other unpaid orders included. Please pay this one by card.`,
      code: "too_much_unpaid",
      field: "paymentMethod",
    },
  ]);
export const paysByCard = (missed: number) =>
  new Refusal(409, [
    {
      message: `Please pay by card: ${missed === 1 ? "an order was" : `${missed} orders were`} not collected in time.`,
      code: "pays_by_card",
      field: "paymentMethod",
    },
  ]);

/** Nothing is handed over unpaid. */
export const toBePaid = (dueCents: number) =>
  new Refusal(409, [
    { message: `${money(dueCents)} are to be paid. Enter the sum that you get.`, code: "to_be_paid", field: "given" },
  ]);
export const givenTooLittle = (dueCents: number) =>
  new Refusal(422, [{ message: `${money(dueCents)} are to be paid.`, code: "given_too_little", field: "given" }]);
export const paidByCard = refusal("paid_by_card", 409, "This order is paid by card.");
export const notMissed = refusal("not_missed", 409, "This order was not missed.");
