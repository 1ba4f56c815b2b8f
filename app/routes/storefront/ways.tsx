import { MapPin, Package, Truck } from "~/ui/icon/icons";
import { weekdayInWords } from "~/features/days";
import type { StallWay } from "~/features/delivery/stall-ways-schema";
import { hoursInWords, momentInWords, wayInWords } from "~/features/delivery/words-schema";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { withQuery } from "~/ui/link/with-query";
import { dollars } from "~/ui/price/money";
import { panelClass } from "~/ui/panel/panel";
import * as styles from "./ways.css";

/** A delivery method of a stall, as the stall's page and the pages of its products show it. */
export interface ShownWay {
  id: string;
  kind: StallWay["kind"];
  title: string;
  /** The place of a collection, or the area of a delivery. */
  where: string;
  /** "Free", "$4.00, free from $40.00". */
  costs: string;
  /** The reason why nothing can be ordered for it now. Empty if something can. */
  closed: string;
  times: { day: string; hours: string; until: string; startsAt: string }[];
}

/** The most characters of an area on a page: a few postcodes. */
const MOST_LETTERS = 120;

export function shownWay(
  { method, kind, name, address, area, times, closed, ...way }: StallWay,
  timeZone: string,
): ShownWay {
  return {
    id: method,
    kind,
    title: wayInWords({ kind, name }),
    where: kind === "delivery" ? `To ${shortened(area)}` : address,
    costs: costsInWords(way),
    closed: closed?.message ?? (times.length === 0 && kind === "collection" ? "No time can be ordered for now." : ""),
    times: times.map(({ day, from, to, cutOffAt }) => ({
      day: weekdayInWords(day),
      hours: hoursInWords(from, to),
      until: momentInWords(cutOffAt, timeZone),
      startsAt: `${day} ${from}`,
    })),
  };
}

type Costs = Pick<StallWay, "fee" | "freeFrom" | "leastOrder" | "shared">;
const costsInWords = ({ fee, freeFrom, leastOrder, shared }: Costs): string =>
  [
    fee === 0 ? "Free" : `${dollars(fee)}${shared ? " once for all stalls there" : ""}`,
    ...(fee > 0 && freeFrom !== null ? [`free from ${dollars(freeFrom)}`] : []),
    ...(leastOrder > 0 ? [`for orders from ${dollars(leastOrder)}`] : []),
  ].join(", ");

/** Cuts an area between entries. */
function shortened(area: string): string {
  const text = area
    .split(/[\n,;]/)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .join(", ");
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS).split(", ").slice(0, -1).join(", ")} …`;
}

/** The next time of any delivery method for which goods can be ordered. */
export function nextTime(ways: ShownWay[]): { until: string; day: string; name: string } | null {
  const times = ways.flatMap(({ closed, title, times: all }) =>
    closed ? [] : all.map((time) => ({ ...time, title })),
  );
  const [next] = times.toSorted((first, second) => (first.startsAt < second.startsAt ? -1 : 1));
  return next ? { until: next.until, day: next.day, name: next.title } : null;
}

const ICONS = { collection: MapPin, delivery: Truck, carrier: Package };

interface WaysProps {
  ways: ShownWay[];
  /** Empty if it is unknown. */
  postcode: string;
  /** The page to show once a postcode is known. */
  returnTo: string;
}

/** The delivery methods of a stall for the visitor, with the next times and their cut-offs. */
export function Ways({ ways, postcode, returnTo }: WaysProps) {
  if (ways.length === 0) return null;
  return (
    <section className={panelClass} aria-labelledby="ways">
      <header className={styles.head}>
        <h2 id="ways">{postcode ? `How it reaches ${postcode}` : "How it gets to you"}</h2>
        <Link to={withQuery("/reach", new URLSearchParams({ returnTo }))}>
          {postcode ? "Change" : "Does it reach me?"}
        </Link>
      </header>
      <ul>
        {ways.map((way) => (
          <li key={way.id} className={styles.way}>
            <Icon of={ICONS[way.kind]} />
            <div>
              <b>{way.title}</b>
              {way.where ? <p>{way.where}</p> : null}
              <p>{way.costs}</p>
              {way.closed ? <p>{way.closed}</p> : null}
              {way.closed
                ? null
                : way.times.map(({ day, hours, until, startsAt }) => (
                    <p key={startsAt}>
                      <b>
                        {day}, {hours}
                      </b>
                      . Order by {until}
                    </p>
                  ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
