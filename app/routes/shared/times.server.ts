import type { Session } from "~/session/session.server";

/** "14 Nov 2024", in the marketplace's time zone. Written on the server, so that the browser shows the same day. */
export function dayOf({ config: { timeZone } }: Pick<Session, "config">, time: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone,
  }).format(new Date(time));
}

/** "14:05 UTC", in the marketplace's time zone. Written on the server, so that the browser shows the same time. */
export function clockTime({ config: { timeZone } }: Pick<Session, "config">, time: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  }).format(new Date(time));
}

/** Today in the marketplace's time zone: YYYY-MM-DD. */
export function todayIn({ config: { timeZone } }: Pick<Session, "config">): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    new Date(),
  );
}

/** The present day and time in a zone: "2026-03-07T09:30". */
export function momentNow(timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" })
    .format(new Date())
    .replace(" ", "T");
}
