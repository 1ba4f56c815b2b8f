import { instantIn } from "~/platform/time-zone";
import { storeNamesOf } from "./collections-schema";
import type { PartDelivery } from "./schema";
import { codeInHalves, wayInWords } from "./words-schema";

interface CalendarPart {
  _id: string;
  storeName: string;
  statusText: string;
  delivery: PartDelivery;
}

const CALLED_OFF = ["Cancelled", "Refunded"];

/**
 * A calendar file of one event: a part of an order, or the parts that are handed over together, those of the first
 * order first. Its UID stays, and its sequence goes up with each change of its time, with each order that is added and
 * with each part that is called off. Null if the part has no time. Source: RFC 5545.
 */
export function calendarOf(
  parts: readonly [CalendarPart, ...CalendarPart[]],
  itemIds: readonly number[],
  now: Date,
): string | null {
  const [{ _id, delivery }] = parts;
  const { day, from, to, timeZone, address, directions, code } = delivery;
  if (day === null || from === null || to === null) return null;
  const onParts = parts.filter(({ statusText }) => !CALLED_OFF.includes(statusText));
  const isOff = onParts.length === 0;
  const changes = Math.max(...parts.map((part) => part.delivery.changes));
  const starts = instantIn(timeZone, day, from);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Fieldstall//Orders//EN",
    `METHOD:${isOff ? "CANCEL" : "PUBLISH"}`,
    "BEGIN:VEVENT",
    `UID:${_id}@fieldstall`,
    `SEQUENCE:${changes + parts.length - onParts.length + itemIds.length - 1}`,
    `STATUS:${isOff ? "CANCELLED" : "CONFIRMED"}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(starts)}`,
    `DTEND:${utc(endOf(starts, delivery))}`,
    `SUMMARY:${escaped(`${wayInWords(delivery)}: ${storeNamesOf(isOff ? parts : onParts)}, ${ordersInWords(itemIds)}`)}`,
    ...(address ? [`LOCATION:${escaped(address)}`] : []),
    `DESCRIPTION:${escaped([code && `Code ${codeInHalves(code)}`, directions].filter(Boolean).join("\n"))}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map(foldLine).join("\r\n") + "\r\n";
}

/** The end of a time. If the clocks skip its beginning but not its end, it lasts as long as its hours say. */
function endOf(starts: Date, { timeZone, day, from, to }: PartDelivery): Date {
  const ends = instantIn(timeZone, day ?? "", to ?? "");
  if (ends > starts) return ends;
  const minutes = instantIn("UTC", day ?? "", to ?? "").getTime() - instantIn("UTC", day ?? "", from ?? "").getTime();
  return new Date(starts.getTime() + minutes);
}

/** "order #10001", "orders #10001 and #10002" */
const ordersInWords = (itemIds: readonly number[]): string =>
  `${itemIds.length > 1 ? "orders" : "order"} ${itemIds.map((itemId) => `#${itemId}`).join(" and ")}`;

const utc = (moment: Date): string => moment.toISOString().replace(/[-:]|\.\d{3}/g, "");

const escaped = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replaceAll(/\r?\n/g, "\\n");

/** Folds a line into lines of at most 75 bytes. Each further line begins with a space. */
function foldLine(line: string): string {
  const parts: string[] = [];
  let current = "";
  for (const character of line) {
    if (Buffer.byteLength(current + character) > (parts.length === 0 ? 75 : 74)) {
      parts.push(current);
      current = "";
    }
    current += character;
  }
  return [...parts, current].join("\r\n ");
}
