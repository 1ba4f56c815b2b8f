import { ArrowLeft } from "~/ui/icon/icons";
import type { ClosedTime } from "~/features/closed-times/schema";
import { hoursInWords, momentInWords, timeInWords } from "~/features/delivery/words-schema";
import { soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { PlainForm } from "~/ui/form/plain-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { OrdersSoFar } from "./orders-so-far";
import * as styles from "./styles.css";

interface ClosedTimePageProps {
  closed: ClosedTime;
  timeZone: string;
  /** The work area in which the page is shown. */
  area: "/merchant" | "/operator";
  back: { to: string; label: string };
}

function State({ takenBackAt, waiting, failed }: ClosedTime) {
  if (waiting > 0) return <Pill tone="honey">Under way</Pill>;
  if (failed.length > 0) return <Pill tone="tomato">{failed.length} failed</Pill>;
  return <Pill tone="leaf">{takenBackAt ? "Taken back" : "All are told"}</Pill>;
}

/** The page of a closed time: progress of its orders, the choice made for them, and the button to reopen it. */
export function ClosedTimePage({ closed, timeZone, area, back }: ClosedTimePageProps) {
  const { _id, day, from, to, name, next, moved, silent, settleAt, reason, failed, takenBackAt } = closed;
  const isClosedByMarket = closed.byMarket && area === "/merchant";
  const deadline = momentInWords(settleAt, timeZone);
  return (
    <>
      <MoreLink to={back.to}>
        <Icon of={ArrowLeft} className={styles.arrow} />
        {back.label}
      </MoreLink>
      <h1>
        {hoursInWords(from, to)} is {takenBackAt ? "open again" : "closed"}
      </h1>
      <p className={soft}>
        {timeInWords({ day, from, to })}, {name}
      </p>
      {isClosedByMarket ? <p>The market closed it for all stalls. These are your orders of it.</p> : null}
      <Panel title="How far it is" action={<State {...closed} />} stacked>
        <OrdersSoFar closed={closed} />
        {closed.waiting > 0 ? (
          <p data-needs-scripts data-look-again>
            It goes on by itself. <Link to={`${area}/closed_times/${_id}`}>Look again</Link>
          </p>
        ) : null}
      </Panel>
      <Panel title={isClosedByMarket ? "What the market chose" : "What you chose"} stacked>
        {moved ? (
          <>
            <p>
              The orders are moved to <b>{timeInWords(moved)}</b>. Customers may answer until {deadline}. Without an
              answer they {silent === "come" ? "come at the new time" : "get the money back"}.
            </p>
          </>
        ) : (
          <p>
            {isClosedByMarket ? "The money goes" : <b>{dollars(closed.amount)} go</b>} back, from {deadline} on.
          </p>
        )}
        <p className={styles.written}>{reason}</p>
      </Panel>
      {failed.length > 0 ? (
        <Panel title="Look at these yourself" stacked>
          <ul>
            {failed.map(({ order, reason: problem }) => (
              <li key={order._id}>
                <Link to={`${area}/orders/${order._id}`}>#{order.itemId}</Link> {problem}
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {closed.mayTakeBack ? (
        <Panel title="Take it back" stacked>
          <p>
            Until {momentInWords(closed.takeBackUntil, timeZone)} you can take it back: the time is open again, and who
            was told gets a second letter.
            {next === "move" ? " Who has refused meanwhile stays called off." : ""}
          </p>
          <PlainForm>
            <SubmitButton variant="quiet">Take it back</SubmitButton>
          </PlainForm>
        </Panel>
      ) : null}
    </>
  );
}
