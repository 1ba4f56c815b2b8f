import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { NOTICE_WORDS } from "~/features/notices/plain-schema";
import { stopByLink } from "~/features/notices/schema";
import { NarrowPage } from "~/routes/shared/narrow-page";
import { titled } from "~/routes/shared/titles";
import { answerForm, postedForm, type Refused } from "~/session/form.server";
import { orNotFound, sessionOf } from "~/session/session.server";
import { row, stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { PlainForm } from "~/ui/form/plain-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";

export const meta = titled("Notices");

/* The page of a mailed link. Opening it ends nothing, because programs that check mails open every link. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const param = { word: args.params["word"] ?? "" };
  const { data } = await orNotFound(read(session.api()["notice-link"][":word"].$get({ param })));
  return data;
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  const param = { word: args.params["word"] ?? "" };
  // A mail program's one-click button posts to the address in the mail, without our form.
  const isOneClick = form.get("List-Unsubscribe") === "One-Click";
  return answerForm(args, form, { schema: stopByLink }, async (json, session) => {
    const { message } = await read(session.api()["notice-link"][":word"].stop.$post({ param, json }));
    if (isOneClick) return new Response(null, { status: 200 });
    return session.redirect(`/notices/${encodeURIComponent(param.word)}`, { notice: message });
  });
}

export default function NoticeLink() {
  const { kind, isOn, account, watches } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>()?.lastResult.error?.[""];
  const { name, what } = NOTICE_WORDS[kind];
  const moreLink = account ? (
    <ButtonLink variant="quiet" to={account === "buyer" ? "/customer/notices" : "/merchant/notices"}>
      All that you are told
    </ButtonLink>
  ) : null;
  if (!isOn)
    return (
      <NarrowPage title="Done" text={`We write to you about it no more: ${name}.`}>
        {moreLink}
      </NarrowPage>
    );
  return (
    <NarrowPage title={`Stop these mails: ${name}?`} text={what}>
      {watches.map(({ _id, title }) => (
        <PlainForm key={_id} className={row}>
          <input type="hidden" name="watch" value={_id} />
          <span>{title}</span>
          <SubmitButton variant="quiet">No more of {title}</SubmitButton>
        </PlainForm>
      ))}
      <PlainForm className={stack}>
        <SubmitButton wide>Stop all of them</SubmitButton>
      </PlainForm>
      {refusal ? <p role="alert">{refusal.join(" ")}</p> : null}
      {moreLink}
    </NarrowPage>
  );
}
