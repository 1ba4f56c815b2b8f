import { DAYS_AHEAD } from "~/features/delivery/whereabouts-schema";
import { dayNow } from "~/session/whereabouts";
import type { Session } from "~/session/session.server";
import type { Place } from "./place";

const DAY = 86_400_000;

/** Where and when the person of a session wants goods, and the days that can be chosen. */
export async function placeOf(session: Session): Promise<Place> {
  const place = await session.whereabouts.read();
  const firstDay = dayNow(session.config.timeZone);
  const lastDay = new Date(Date.parse(`${firstDay}T00:00:00Z`) + (DAYS_AHEAD - 1) * DAY).toISOString().slice(0, 10);
  return { postcode: place?.postcode ?? "", day: place?.day ?? "", firstDay, lastDay };
}
