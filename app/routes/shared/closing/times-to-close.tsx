import type { TimeOfDay } from "~/features/closed-times/schema";
import { weekdayInWords } from "~/features/days";
import { hoursInWords } from "~/features/delivery/words-schema";
import { soft } from "~/styles/text.css";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { list, order } from "./styles.css";

/** "3 orders, $37.80", and the orders among them that are paid at collection. */
export function ordersInWords({ orders, amount, unpaid, unpaidAmount }: TimeOfDay): string {
  const paid = `${orders === 1 ? "1 order" : `${orders} orders`}, ${dollars(amount)}`;
  return unpaid > 0 ? `${paid}, and ${unpaid} of them to be paid there, ${dollars(unpaidAmount)}` : paid;
}

interface TimesToCloseProps {
  day: string;
  times: TimeOfDay[];
  /** The address of the page that closes a time. */
  close: (time: TimeOfDay) => string;
  /** The address below which closed times have their pages. */
  closed: string;
}

/** The times of a day, each with a link to close it, or to its progress if it is closed. */
export function TimesToClose({ day, times, close, closed }: TimesToCloseProps) {
  if (times.length === 0)
    return (
      <EmptyState
        title="No orders for this day"
        text="A time without orders is closed in the settings of its way, by a day off or by times of that day."
      />
    );
  return (
    <Panel title={weekdayInWords(day)}>
      <ul className={list}>
        {times.map((time) => (
          <li key={`${time.method} ${time.from}`} className={order}>
            <div>
              <b>
                {hoursInWords(time.from, time.to)}, {time.name}
              </b>
              <p className={soft}>{time.closedTime && time.orders === 0 ? "Closed" : ordersInWords(time)}</p>
            </div>
            {time.closedTime ? (
              <ButtonLink variant="quiet" to={`${closed}/${time.closedTime}`}>
                Closed: see it
              </ButtonLink>
            ) : (
              <ButtonLink variant="quiet" to={close(time)}>
                Close it
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
