import type { Session } from "~/session/session.server";

/** "14 Nov 2024, 09:05", in the marketplace's time zone. Written on the server, so that the browser shows the same. */
export function momentOf({ config: { timeZone } }: Pick<Session, "config">, time: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(new Date(time));
}
