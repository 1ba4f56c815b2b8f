import type { Conversation } from "~/features/messages/schema";

/* Buyers and merchants have the same pages for conversations in their areas. */

const AREAS = {
  buyer: { side: "buyer", list: "/customer/conversations", orders: "/customer/order_history" },
  merchant: { side: "merchant", list: "/merchant/conversations", orders: "/merchant/orders" },
} as const;
export type Area = (typeof AREAS)[keyof typeof AREAS];

/** The area of a page, by its address. */
export const areaAt = (url: string): Area =>
  new URL(url).pathname.startsWith("/merchant/") ? AREAS.merchant : AREAS.buyer;

/** The name of the other side, in words. */
export const nameInWords = (name: string, { side }: Area): string =>
  name || (side === "buyer" ? "A stall without a name" : "A former customer");

type Subject = Conversation["subject"];

export const subjectInWords = ({ kind, title }: Pick<Subject, "kind" | "title">): string =>
  kind === "order" ? `Order ${title}` : title || "The stall";

/** The page of the subject of a conversation. */
export function subjectAddress({ kind, _id, order }: Subject, { orders }: Area): string {
  if (kind === "order") return `${orders}/${order}`;
  return kind === "product" ? `/products/${_id}` : `/stalls/${_id}`;
}

/** The page on which a buyer begins to write about something. */
export const askAddress = (about: "product" | "order" | "stall", id: string): string =>
  `/customer/conversations/new?about=${about}&id=${id}`;
