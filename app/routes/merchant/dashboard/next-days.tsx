import { weekdayInWords } from "~/features/days";
import type { BusyDay } from "~/features/merchant-orders/day-schema";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./next-days.css";

export interface DayCount {
  day: string;
  orders: number;
}

/** The next seven days from `first` on, each with the number of orders that are collected or delivered. */
export function nextDays(first: string, busy: BusyDay[]): DayCount[] {
  return Array.from({ length: 7 }, (_, offset) => {
    const date = new Date(`${first}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() + offset);
    const day = date.toISOString().slice(0, 10);
    const times = busy.find((busyDay) => busyDay.day === day)?.times ?? [];
    return { day, orders: times.reduce((sum, time) => sum + time.orders, 0) };
  });
}

/** The next seven days at a glance. A day with orders links to its page. */
export function NextDays({ days }: { days: DayCount[] }) {
  return (
    <Panel title="Next seven days">
      <ol className={styles.days}>
        {days.map(({ day, orders }, place) => (
          <li key={day}>
            {orders > 0 ? (
              <Link
                className={styles.day}
                to={`/merchant/days/${day}`}
                aria-label={`${orders} ${orders === 1 ? "order" : "orders"} on ${weekdayInWords(day)}`}
              >
                <b>{orders}</b>
                <span>{shortDay(day, place)}</span>
              </Link>
            ) : (
              <span className={styles.day}>
                <b>0</b>
                <span>{shortDay(day, place)}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** "Today", "Sat 28". */
function shortDay(day: string, place: number): string {
  if (place === 0) return "Today";
  return new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
