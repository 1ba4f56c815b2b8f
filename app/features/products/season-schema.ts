import { asciiDigits } from "~/features/ascii-digits";
import { dayInWords, dayOfYearInWords, isDay } from "~/features/days";
import { z } from "~/features/zod";
import { REQUIRED } from "./fields-schema";

/*
 * The days on which a product is sold, every year or once, and the notice that it needs. Days are those of the
 * marketplace's time zone.
 */

/** Thirty days. An order for a later day always leaves enough time. */
const MOST_NOTICE_HOURS = 720;

/** First and last day, YYYY-MM-DD. A yearly season begins and ends on these days of any year, whatever they name. */
export interface Season {
  from: string;
  until: string;
  yearly: boolean;
}

type Refuse = (field: keyof Season, message: string) => void;

/** Checks a season as it is typed. An empty day is one that was not given. */
export function checkSeason({ from, until, yearly }: Season, refuse: Refuse): void {
  for (const [field, day] of [
    ["from", from],
    ["until", until],
  ] as const)
    if (day !== "" && !isDay(day)) refuse(field, "Write the day as 2026-05-01.");
  if (from === "" && (until !== "" || yearly)) refuse("from", REQUIRED);
  if (until === "" && (from !== "" || yearly)) refuse("until", REQUIRED);
  if (!isDay(from) || !isDay(until)) return;
  if (!yearly && until < from) refuse("until", "The last day is before the first one.");
  if (yearly && until >= `${Number(from.slice(0, 4)) + 1}${from.slice(4)}`)
    refuse("until", "A season that comes every year is shorter than a year.");
}

/** A season as a call sends it. */
export const seasonPayload = z
  .object({
    from: z.string({ error: REQUIRED }).describe("First day, YYYY-MM-DD, as the marketplace's time zone counts days."),
    until: z.string({ error: REQUIRED }).describe("Last day."),
    yearly: z.boolean({ error: "yearly must be true or false." }).default(false).describe("It comes every year."),
  })
  .superRefine((season, context) => {
    const refuse: Refuse = (field, message) => context.addIssue({ code: "custom", path: [field], message });
    checkSeason(season, refuse);
    if (season.from === "" && season.until === "" && !season.yearly) refuse("from", REQUIRED);
  });

export const noticeHours = z
  .number({ error: "Notice is a whole number of hours." })
  .int("Notice is a whole number of hours.")
  .min(0, "Notice is a whole number of hours.")
  .max(MOST_NOTICE_HOURS, `Notice can be at most ${MOST_NOTICE_HOURS} hours.`);

/** Hours as they are typed; empty is none. */
export const typedNotice = z
  .string()
  .overwrite(asciiDigits)
  .trim()
  .regex(/^\d{0,4}$/, "Notice is a whole number of hours.")
  .transform(Number)
  .pipe(noticeHours);

/** Days as they are typed; null without a season. `checkSeason` checks them. */
export const typedSeason = (from = "", until = "", yearly = false): Season | null =>
  from === "" && until === "" && !yearly ? null : { from, until, yearly };

/** Columns of a product that hold its season. */
export interface SeasonColumns {
  seasonFrom: string | null;
  seasonUntil: string | null;
  seasonYearly: 0 | 1;
}

export const seasonColumns = (season: Season | null): SeasonColumns => ({
  seasonFrom: season?.from ?? null,
  seasonUntil: season?.until ?? null,
  seasonYearly: season?.yearly ? 1 : 0,
});

/** The season of a product's row; null where it is sold all year. */
export const seasonIn = ({ seasonFrom, seasonUntil, seasonYearly }: SeasonColumns): Season | null =>
  seasonFrom === null || seasonUntil === null
    ? null
    : { from: seasonFrom, until: seasonUntil, yearly: seasonYearly === 1 };

/** The day without its year: `-05-01`. */
const ofYear = (day: string) => day.slice(4);

/** Whether a product is sold on a day. A yearly season may span the end of a year. */
export function isInSeason({ from, until, yearly }: Season, day: string): boolean {
  if (!yearly) return from <= day && day <= until;
  // 29 February sorts between 28 February and 1 March, also in years without it.
  const [first, last, current] = [ofYear(from), ofYear(until), ofYear(day)];
  return first <= last ? first <= current && current <= last : first <= current || current <= last;
}

/** The day on which a product that is out of season is sold again. Null if its season does not come back. */
export function nextSeason({ from, yearly }: Season, day: string): string | null {
  if (!yearly) return day < from ? from : null;
  const year = Number(day.slice(0, 4)) + (ofYear(day) < ofYear(from) ? 0 : 1);
  const next = `${year}${ofYear(from)}`;
  // In a year without 29 February, the season begins on the day after 28 February.
  return isDay(next) ? next : `${year}-03-01`;
}

/** A season as answers tell it. */
export const seasonAnswer = z.object({
  from: z.string().describe("First day, YYYY-MM-DD, as the marketplace's time zone counts days."),
  until: z.string().describe("Last day."),
  yearly: z.boolean().describe("It comes every year, whatever years its days name."),
});

/** A season as buyers see it on a day. */
export const publicSeason = seasonAnswer.extend({
  isOpen: z.boolean().describe("Today is in it. Outside of it the product is seen, and not sold."),
  backOn: z.string().optional().describe("Outside of it: the day on which it begins again; absent where it does not."),
});
export type PublicSeason = z.infer<typeof publicSeason>;

export function publicSeasonOn(season: Season, day: string): PublicSeason {
  if (isInSeason(season, day)) return { ...season, isOpen: true };
  const backOn = nextSeason(season, day);
  return { ...season, isOpen: false, ...(backOn !== null && { backOn }) };
}

/** "Back on 1 May" for a yearly season, otherwise with the year. "Out of season" if the season does not come back. */
export function backInWords({ backOn, yearly }: PublicSeason): string {
  if (backOn === undefined) return "Out of season";
  return `Back on ${yearly ? dayOfYearInWords(backOn) : dayInWords(backOn)}`;
}

/** "1 May to 30 June, every year". */
export function seasonInWords({ from, until, yearly }: Season): string {
  return yearly
    ? `${dayOfYearInWords(from)} to ${dayOfYearInWords(until)}, every year`
    : `${dayInWords(from)} to ${dayInWords(until)}`;
}

/** "48 hours", or "3 days" from three days on. */
export const noticeInWords = (hours: number): string =>
  hours >= 72 && hours % 24 === 0 ? `${hours / 24} days` : hours === 1 ? "1 hour" : `${hours} hours`;
