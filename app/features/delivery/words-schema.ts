import { weekdayInWords } from "~/features/days";
import type { PartDelivery } from "./schema";

/* Delivery methods and times in words, as pages, letters and papers say them. */

const clock = (time: string): string => time.replace(/^0(?=\d:)/, "").replace(":00", "");

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** "$4.50" */
export const dollarsInWords = (cents: number): string => money.format(cents / 100);

/** "9 to 12", "9:30 to 12". */
export const hoursInWords = (from: string, to: string): string => `${clock(from)} to ${clock(to)}`;

/** "Saturday 28 November, 9 to 12"; empty if there is no time. */
export function timeInWords({ day, from, to }: Pick<PartDelivery, "day" | "from" | "to">): string {
  return day && from && to ? `${weekdayInWords(day)}, ${hoursInWords(from, to)}` : "";
}

/** "Collect at Town Hall Market", "Delivery on Thursdays", "By carrier". */
export const wayInWords = ({ kind, name }: Pick<PartDelivery, "kind" | "name">): string =>
  kind === "collection" ? `Collect at ${name}` : name;

/** "Collect at Town Hall Market, Saturday 28 November, 9 to 12". */
export const wayAndTimeInWords = (delivery: PartDelivery): string =>
  [wayInWords(delivery), timeInWords(delivery)].filter(Boolean).join(", ");

/** The step of a part in a word. Goods for collection are ready when other goods are shipped. */
export function stepInWords(statusText: string, delivery: Pick<PartDelivery, "kind"> | null | undefined): string {
  if (delivery?.kind !== "collection") return statusText;
  return { Shipped: "Ready", Delivered: "Collected" }[statusText] ?? statusText;
}

/** A moment as people read it in a zone: "Thursday 26 November, 18:00". */
export const momentInWords = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  })
    .format(new Date(moment))
    .replace(" at ", ", ");

/** "K7M 4QP": a code in two halves, as it is read out. */
export const codeInHalves = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;
