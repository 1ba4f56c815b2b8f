/*
 * Days as the marketplace counts them: `YYYY-MM-DD` in its time zone. What is stored and sent are instants, ISO 8601
 * UTC.
 */

const formats = new Map<string, Intl.DateTimeFormat>();

function partsFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(timeZone, made);
  return made;
}

function wallClock(instant: number, timeZone: string): { day: string; asUtc: number } {
  const part = Object.fromEntries(
    partsFormat(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${part["year"]}-${part["month"]}-${part["day"]}`;
  return { day, asUtc: Date.parse(`${day}T${part["hour"]}:${part["minute"]}:${part["second"]}Z`) };
}

/** The day on which an instant falls in a time zone. */
export function dayIn(timeZone: string, time: string | Date): string {
  return wallClock(new Date(time).getTime(), timeZone).day;
}

/** The instant at which a day begins in a time zone. */
export function startOfDay(timeZone: string, day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const offsetAt = (instant: number) => wallClock(instant, timeZone).asUtc - instant;
  // The offset is asked for twice: the first guess may lie on the other side of a change of the clocks.
  const guess = midnight - offsetAt(midnight);
  return new Date(midnight - offsetAt(guess)).toISOString();
}

/** The day so many days later, or earlier below 0. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** How many days there are from the first to the last, both counted. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000) + 1;
}

/** "14:05 UTC": an instant as a clock in that time zone shows it, with the zone's name. */
export function clockTimeIn(timeZone: string, time: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  }).format(new Date(time));
}
