import type { Session } from "~/session/session.server";

/**
 * "05.03.2024, 02:07 PM" in the marketplace's time zone: a German date with an English time. Source: specification
 * §9.
 */
export function paidAt({ config: { timeZone } }: Pick<Session, "config">, time: string): string {
  const at = new Date(time);
  const day = new Intl.DateTimeFormat("de-DE", { day: "2-digit", month: "2-digit", year: "numeric", timeZone }).format(
    at,
  );
  // Some versions put a narrow no-break space in front of AM and PM.
  const clock = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", hour12: true, timeZone })
    .format(at)
    .replace(/\s/g, " ");
  return `${day}, ${clock}`;
}
