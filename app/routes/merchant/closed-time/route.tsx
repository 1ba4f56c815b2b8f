import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { ApiFailure, read } from "~/api/client";
import type { ClosedTime as ClosedTimeProgress } from "~/features/closed-times/schema";
import { weekdayInWords } from "~/features/days";
import { hoursInWords, momentInWords, timeInWords } from "~/features/delivery/words-schema";
import { titled } from "~/routes/shared/titles";
import { postedForm } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { PlainForm } from "~/ui/form/plain-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { arrow } from "../day/styles.css";
import { OrdersSoFar } from "./orders-so-far";
import * as styles from "./styles.css";

export const meta = titled("A closed time");

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  const param = { id: asked.params["closedTimeId"] ?? "" };
  const { data: closed } = await guarded(session, () =>
    orNotFound(read(session.api().merchant["closed-times"][":id"].$get({ param }))),
  );
  return { closed, timeZone: session.config.timeZone };
}

export async function action(asked: ActionFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  const form = await postedForm(asked.request);
  await session.account.requireOwnerOf(form);
  const param = { id: asked.params["closedTimeId"] ?? "" };
  const here = `/merchant/closed_times/${param.id}`;
  try {
    const takeBack = session.api().merchant["closed-times"][":id"]["take-back"];
    await guarded(session, () => orNotFound(read(takeBack.$post({ param }))));
    return session.redirect(here, { notice: "It is taken back." });
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    return session.redirect(here, { notice: { type: "danger", message: failure.message } });
  }
}

function State({ takenBackAt, waiting, failed }: ClosedTimeProgress) {
  if (waiting > 0) return <Pill tone="honey">Under way</Pill>;
  if (failed.length > 0) return <Pill tone="tomato">{failed.length} failed</Pill>;
  return <Pill tone="leaf">{takenBackAt ? "Taken back" : "All are told"}</Pill>;
}

export default function ClosedTime() {
  const { closed, timeZone } = useLoaderData<typeof loader>();
  const { _id, day, from, to, name, next, moved, silent, settleAt, reason, failed, takenBackAt } = closed;
  const settled = momentInWords(settleAt, timeZone);
  return (
    <>
      <MoreLink to={`/merchant/days/${day}`}>
        <Icon of={ArrowLeft} className={arrow} />
        {weekdayInWords(day)}
      </MoreLink>
      <h1>
        {hoursInWords(from, to)} is {takenBackAt ? "open again" : "closed"}
      </h1>
      <p className={soft}>
        {timeInWords({ day, from, to })}, {name}
      </p>
      <Panel title="How far it is" action={<State {...closed} />} stacked>
        <OrdersSoFar closed={closed} />
        {closed.waiting > 0 ? (
          <p data-needs-scripts data-look-again>
            It goes on by itself. <Link to={`/merchant/closed_times/${_id}`}>Look again</Link>
          </p>
        ) : null}
      </Panel>
      <Panel title="What you chose" stacked>
        {moved ? (
          <>
            <p>
              The orders are moved to <b>{timeInWords(moved)}</b>. Customers may answer until {settled}. Without an
              answer they {silent === "come" ? "come at the new time" : "get the money back"}.
            </p>
          </>
        ) : (
          <p>
            <b>{dollars(closed.amount)}</b> go back, from {settled} on.
          </p>
        )}
        <p className={styles.written}>{reason}</p>
      </Panel>
      {failed.length > 0 ? (
        <Panel title="Look at these yourself" stacked>
          <ul>
            {failed.map(({ order, reason: problem }) => (
              <li key={order._id}>
                <Link to={`/merchant/orders/${order._id}`}>#{order.itemId}</Link> {problem}
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
