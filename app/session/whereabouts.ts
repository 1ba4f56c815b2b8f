import { whereabouts } from "~/features/delivery/whereabouts-schema";
import type { Config } from "~/platform/config.server";

/** Where and when somebody wants goods; no day stands for any. */
export interface Whereabouts {
  postcode: string;
  day: string | null;
}

/** The cookie's text: `05401`, or `05401~2026-11-28`. */
export const writeWhereabouts = ({ postcode, day }: Whereabouts): string => (day ? `${postcode}~${day}` : postcode);

/** A cookie comes from outside. A day that is over stands for none. */
export function readWhereabouts(text: string | null, { timeZone }: Pick<Config, "timeZone">): Whereabouts | null {
  const [postcode = "", day = ""] = (text ?? "").split("~");
  const { success, data } = whereabouts.safeParse({ postcode, day });
  if (!success) return null;
  return { postcode: data.postcode, day: data.day >= dayNow(timeZone) ? data.day : null };
}

/** Swedish writes days as we do. */
export const dayNow = (timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(new Date());
