import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { z } from "~/features/zod";
import { NarrowPage } from "~/routes/shared/narrow-page";
import { titled } from "~/routes/shared/titles";
import { answerForm, postedForm, type Refused } from "~/session/form.server";
import { orNotFound, sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { PlainForm } from "~/ui/form/plain-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";

export const meta = titled("Notices");

/* The page of a mailed link. Opening it does nothing, because programs that check mails open every link. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const param = { word: args.params["word"] ?? "" };
  const { data } = await orNotFound(read(session.api()["watch-link"][":word"].$get({ param })));
  return { ...data, done: new URL(args.request.url).searchParams.has("done") };
}

export async function action(args: ActionFunctionArgs) {
  const param = { word: args.params["word"] ?? "" };
  return answerForm(args, await postedForm(args.request), { schema: z.object({}) }, async (_, session) => {
    await read(session.api()["watch-link"][":word"].$post({ param }));
    return session.redirect(`/watch/${encodeURIComponent(param.word)}?done=1`);
  });
}

export default function ConfirmWatch() {
  const { kind, id, title, done } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>()?.lastResult.error?.[""];
  const isProduct = kind === "back";
  if (done)
    return (
      <NarrowPage
        title="Thank you"
        text={isProduct ? `We tell you once ${title} is back.` : `We tell you what ${title} puts on sale.`}
      >
        <ButtonLink to={isProduct ? `/products/${id}` : `/stalls/${id}`}>See {title}</ButtonLink>
      </NarrowPage>
    );
  return (
    <NarrowPage
      title={isProduct ? `Tell you when ${title} is back?` : `Follow ${title}?`}
      text="Each mail has a link that ends it."
    >
      <PlainForm>
        <SubmitButton wide>Yes, tell me</SubmitButton>
      </PlainForm>
      {refusal ? <p role="alert">{refusal.join(" ")}</p> : null}
    </NarrowPage>
  );
}
