import { instantIn } from "~/platform/time-zone";
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
 * A calendar file of one event, whose UID stays and whose sequence goes up with each change of its time and once it is called off; null where a way has
 * no time. Source: RFC 5545.
 */
export function calendarOf(part: CalendarPart, itemId: number, now: Date): string | null {
  const { delivery } = part;
  const { day, from, to, timeZone, address, directions, code, changes } = delivery;
  if (day === null || from === null || to === null) return null;
  const isOff = CALLED_OFF.includes(part.statusText);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Fieldstall//Orders//EN",
    `METHOD:${isOff ? "CANCEL" : "PUBLISH"}`,
    "BEGIN:VEVENT",
    `UID:${part._id}@fieldstall`,
    `SEQUENCE:${changes + (isOff ? 1 : 0)}`,
    `STATUS:${isOff ? "CANCELLED" : "CONFIRMED"}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(instantIn(timeZone, day, from))}`,
    `DTEND:${utc(instantIn(timeZone, day, to))}`,
    `SUMMARY:${escaped(`${wayInWords(delivery)}: ${part.storeName}, order #${itemId}`)}`,
    ...(address ? [`LOCATION:${escaped(address)}`] : []),
    `DESCRIPTION:${escaped([code && `Code ${codeInHalves(code)}`, directions].filter(Boolean).join("\n"))}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map(folded).join("\r\n") + "\r\n";
}

const utc = (moment: Date): string => moment.toISOString().replace(/[-:]|\.\d{3}/g, "");

const escaped = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replaceAll(/\r?\n/g, "\\n");

/** A line of at most 75 bytes; the rest goes on below behind a space. */
function folded(line: string): string {
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
