/* Days, `YYYY-MM-DD`, in the marketplace's time zone. Stored and sent times are instants, ISO 8601 UTC. */

const formats = new Map<string, Intl.DateTimeFormat>();

function partsFormat(timeZone: string): Intl.DateTimeFormat {
  const cachedFormat = formats.get(timeZone);
  if (cachedFormat) return cachedFormat;
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
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

const DAY = 86_400_000;

/**
 * The first instant of a day in a time zone. Where clocks go forward at midnight that is one o'clock, and where they go
 * back over midnight it is the first of the two midnights.
 */
export function startOfDay(timeZone: string, day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Clocks change at most once within two days, so these are the offsets before and after it.
  const [startBefore, startAfter] = [midnight - DAY, midnight + DAY].map(
    (instant) => midnight - (wallClock(instant, timeZone).asUtc - instant),
  ) as [number, number];
  const starts = [startBefore, startAfter].filter((instant) => wallClock(instant, timeZone).day === day);
  // A day that a zone has left out, as Samoa did once, begins with the next.
  return new Date(starts.length > 0 ? Math.min(...starts) : startAfter).toISOString();
}

/** Cached offsets, by zone and UTC day, because formatting takes a thousand times longer than looking one up. */
const dayOffsets = new Map<string, number>();
const MOST_OFFSETS = 2000;

/** How far clocks in a time zone are ahead of UTC at the beginning of a UTC day, in milliseconds. */
function offsetOnDay(timeZone: string, midnight: number): number {
  const key = `${timeZone} ${midnight}`;
  const cachedOffset = dayOffsets.get(key);
  if (cachedOffset !== undefined) return cachedOffset;
  if (dayOffsets.size >= MOST_OFFSETS) dayOffsets.clear();
  const offset = wallClock(midnight, timeZone).asUtc - midnight;
  dayOffsets.set(key, offset);
  return offset;
}

/**
 * The instant at which clocks in a time zone show a time, `HH:MM`, of a day. If the clocks skip that time, the instant
 * is as much later as they skip. If they show it twice, it is the first. Source: RFC 5545, 3.3.5, and `Temporal`'s
 * "compatible".
 */
export function instantIn(timeZone: string, day: string, time: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const wall = Date.parse(`${day}T${time}:00Z`);
  // No zone changes its clocks twice within three days, so these are the offsets before and after a change.
  const before = offsetOnDay(timeZone, midnight - 86_400_000);
  const after = offsetOnDay(timeZone, midnight + 2 * 86_400_000);
  if (before === after) return new Date(wall - before);
  const offsetAt = (instant: number) => wallClock(instant, timeZone).asUtc - instant;
  const isShown = offsetAt(wall - before) === before;
  return new Date(wall - (isShown || offsetAt(wall - after) !== after ? before : after));
}

/** The day so many days later; earlier if `days` is below 0. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** How many days there are from the first to the last, both counted. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY) + 1;
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
