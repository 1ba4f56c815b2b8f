import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { closeForm, timeQuery } from "~/features/closed-times/schema";
import { hoursInWords } from "~/features/delivery/words-schema";
import { weekdayInWords } from "~/features/days";
import { CloseForm } from "~/routes/shared/closing/close-form";
import { TimesToClose } from "~/routes/shared/closing/times-to-close";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { MoreLink } from "~/ui/button/button";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { arrow } from "../day/styles.css";

export const meta = titled("Close a time");

/** The time that an address names. Null if it names none. */
function timeIn({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">) {
  const search = new URL(request.url).searchParams;
  const day = params["day"] ?? "";
  const time = timeQuery.safeParse({ method: search.get("method"), day, from: search.get("from") ?? undefined });
  return { day, time: time.success ? time.data : null };
}

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const { day, time } = timeIn(args);
  const calls = session.api().merchant["times-to-close"];
  if (time === null) {
    const { data: times } = await guarded(session, () => orNotFound(read(calls.$get({ query: { day } }))));
    return { day, times, choices: null, key: "" };
  }
  const { data: choices } = await guarded(session, () => orNotFound(read(calls.choices.$get({ query: time }))));
  // The time was closed in another tab, or a moment ago.
  if (choices.closedTime !== null) throw redirect(`/merchant/closed_times/${choices.closedTime}`);
  return { day, times: [], choices, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const form = await postedForm(args.request);
  const { time } = timeIn(args);
  if (time === null) throw new Response("Not Found", { status: 404 });
  return answerForm(args, form, { schema: closeForm }, async (choice, answering, key) => {
    const { data } = await read(answering.api(key).merchant["closed-times"].$post({ json: { ...time, ...choice } }));
    return answering.redirect(`/merchant/closed_times/${data._id}`, { notice: "The time is closed." });
  });
}

export default function CloseTime() {
  const { day, times, choices, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  return (
    <>
      <MoreLink to={choices ? `/merchant/days/${day}/close` : `/merchant/days/${day}`}>
        <Icon of={ArrowLeft} className={arrow} />
        {choices ? "Other times of the day" : weekdayInWords(day)}
      </MoreLink>
      {choices ? (
        <>
          <h1>Close {hoursInWords(choices.from, choices.to)}</h1>
          <CloseForm choices={choices} refusal={refusal} idempotencyKey={key} />
        </>
      ) : (
        <>
          <h1>Close a time</h1>
          <TimesToClose
            day={day}
            times={times}
            close={({ method, from }) => `/merchant/days/${day}/close?method=${method}&from=${from}`}
            closed="/merchant/closed_times"
          />
        </>
      )}
    </>
  );
}
