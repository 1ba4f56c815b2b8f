import type { Carried } from "./carried";
import { forget, readText } from "./cookies.server";
import { readWhereabouts, writeWhereabouts, type Whereabouts } from "./whereabouts";

/** The place and the day for which a session's person wants goods. Only a cookie holds it, for accounts as well. */
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

  /** A cookie that holds it, or deletes it. */
  keep(place: Whereabouts | null): Promise<string> {
    return this.parts.cookies.reach.serialize(place ? writeWhereabouts(place) : "", place ? {} : forget);
  }
}
