import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { weekdayInWords } from "~/features/days";
import { ClosedTimePage } from "~/routes/shared/closing/closed-time-page";
import { titled } from "~/routes/shared/titles";
import { postedForm } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";

export const meta = titled("A closed time");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const param = { id: args.params["closedTimeId"] ?? "" };
  const { data: closed } = await guarded(session, () =>
    orNotFound(read(session.api().merchant["closed-times"][":id"].$get({ param }))),
  );
  return { closed, timeZone: session.config.timeZone };
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const form = await postedForm(args.request);
  await session.account.requireOwnerOf(form);
  const param = { id: args.params["closedTimeId"] ?? "" };
  const path = `/merchant/closed_times/${param.id}`;
  try {
    const takeBack = session.api().merchant["closed-times"][":id"]["take-back"];
    await guarded(session, () => orNotFound(read(takeBack.$post({ param }))));
    return session.redirect(path, { notice: "It is taken back." });
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    return session.redirect(path, { notice: { type: "danger", message: failure.message } });
  }
}

export default function MerchantClosedTime() {
  const { closed, timeZone } = useLoaderData<typeof loader>();
  const back = { to: `/merchant/days/${closed.day}`, label: weekdayInWords(closed.day) };
  return <ClosedTimePage closed={closed} timeZone={timeZone} area="/merchant" back={back} />;
}
