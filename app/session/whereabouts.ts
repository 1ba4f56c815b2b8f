import { whereabouts } from "~/features/delivery/whereabouts-schema";
import type { Config } from "~/platform/config.server";

/** The place and the day for which somebody wants goods. A day of null means any day. */
export interface Whereabouts {
  postcode: string;
  day: string | null;
}

/** The cookie's text: `05401`, or `05401~2026-11-28`. */
export const writeWhereabouts = ({ postcode, day }: Whereabouts): string => (day ? `${postcode}~${day}` : postcode);

/** Reads the cookie's text, which comes from outside; null if it is invalid. A day that is over counts as none. */
export function readWhereabouts(text: string | null, { timeZone }: Pick<Config, "timeZone">): Whereabouts | null {
  const [postcode = "", day = ""] = (text ?? "").split("~");
  const { success, data } = whereabouts.safeParse({ postcode, day });
  if (!success) return null;
  return { postcode: data.postcode, day: data.day >= dayNow(timeZone) ? data.day : null };
}

/** Today as YYYY-MM-DD, which is how Swedish writes a day. */
export const dayNow = (timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(new Date());
