import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { closeForm, marketTimeQuery } from "~/features/closed-times/schema";
import { weekdayInWords } from "~/features/days";
import { hoursInWords } from "~/features/delivery/words-schema";
import { CloseForm } from "~/routes/shared/closing/close-form";
import { TimesToClose } from "~/routes/shared/closing/times-to-close";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { useAnswer } from "~/ui/form/use-answer";
import { BackLink } from "../back-link";
import { MARKET_DAYS } from "../market-day/address";

export const meta = titled("Close a time for all stalls");

/** The market day and the time that an address names. The time is null if it names none. */
function timeIn({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">) {
  const from = new URL(request.url).searchParams.get("from");
  const day = params["day"] ?? "";
  const time = marketTimeQuery.safeParse({ day, from: from ?? "" });
  return { id: params["marketDayId"] ?? "", day, time: from && time.success ? time.data : null };
}

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const { id, day, time } = timeIn(args);
  const calls = session.api().operator["market-days"][":id"]["times-to-close"];
  const param = { id };
  if (time === null) {
    const { data: times } = await guarded(session, () => orNotFound(read(calls.$get({ param, query: { day } }))));
    return { id, day, times, choices: null, key: "" };
  }
  const { data: choices } = await guarded(session, () => orNotFound(read(calls.choices.$get({ param, query: time }))));
  // The time was closed in another tab, or a moment ago.
  if (choices.closedTime !== null) throw redirect(`/operator/closed_times/${choices.closedTime}`);
  return { id, day, times: [], choices, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const form = await postedForm(args.request);
  const { id, time } = timeIn(args);
  if (time === null) throw new Response("Not Found", { status: 404 });
  return answerForm(args, form, { schema: closeForm }, async (choice, answering, key) => {
    const calls = answering.api(key).operator["market-days"][":id"]["closed-times"];
    const { data } = await read(calls.$post({ param: { id }, json: { ...time, ...choice } }));
    return answering.redirect(`/operator/closed_times/${data._id}`, { notice: "The time is closed." });
  });
}

export default function CloseMarketTime() {
  const { id, day, times, choices, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const ofDay = `${MARKET_DAYS}/${id}/${day}`;
  return (
    <>
      <BackLink
        to={choices ? `${ofDay}/close` : ofDay}
        label={choices ? "Other times of the day" : weekdayInWords(day)}
      />
      {choices ? (
        <>
          <h1>Close {hoursInWords(choices.from, choices.to)} for all stalls</h1>
          <CloseForm choices={choices} isMarket refusal={refusal} idempotencyKey={key} />
        </>
      ) : (
        <>
          <h1>Close a time for all stalls</h1>
          <TimesToClose
            day={day}
            times={times}
            close={({ from }) => `${ofDay}/close?from=${from}`}
            closed="/operator/closed_times"
          />
        </>
      )}
    </>
  );
}
