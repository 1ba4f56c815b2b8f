import { whereabouts } from "~/features/delivery/whereabouts-schema";
import type { Config } from "~/platform/config.server";
import type { Carried } from "./carried";
import { forget, readText } from "./cookies.server";

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

/** Where and when the person of a session wants goods. A visitor and everybody else has it in a cookie, and nowhere else. */
export class SessionWhereabouts {
  constructor(private readonly parts: Carried) {}

  async read(): Promise<Whereabouts | null> {
    const { template, cookies, request, config } = this.parts;
    if (template) return template.shape.whereabouts;
    return readWhereabouts(await readText(cookies.reach, request), config);
  }

  /** The same as parameters of a list. */
  async query(): Promise<{ postcode?: string; day?: string }> {
    const place = await this.read();
    return place ? { postcode: place.postcode, ...(place.day && { day: place.day }) } : {};
  }

  /** A cookie that holds it, or forgets it. */
  keep(place: Whereabouts | null): Promise<string> {
    return this.parts.cookies.reach.serialize(place ? writeWhereabouts(place) : "", place ? {} : forget);
  }
}
