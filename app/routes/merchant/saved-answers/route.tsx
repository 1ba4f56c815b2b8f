import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { MOST_SAVED_ANSWERS } from "~/features/messages/plain-schema";
import { savedAnswerForm } from "~/features/messages/schema";
import { z } from "~/features/zod";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { Disclosure } from "~/ui/disclosure/disclosure";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { AnswerFields, NEW } from "./answer-fields";

export const meta = titled("Saved answers");

const HERE = "/merchant/conversations/saved_answers";

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const { data } = await guarded(session, () => read(session.api().merchant["saved-answers"].$get()));
  return { answers: data, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const form = await postedForm(args.request);
  const id = String(form.get("answer") ?? "");
  if (form.get("intent") === "remove")
    return answerForm(args, form, { schema: z.object({}) }, async (_, session, key) => {
      const calls = session.api(key).merchant["saved-answers"][":id"];
      const { message } = await orNotFound(read(calls.$delete({ param: { id } })));
      return session.redirect(HERE, { notice: message });
    });
  return answerForm(args, form, { schema: savedAnswerForm }, async (json, session, key) => {
    const calls = session.api(key).merchant["saved-answers"];
    if (id === NEW) await read(calls.$post({ json }));
    else await orNotFound(read(calls[":id"].$put({ param: { id }, json })));
    return session.redirect(HERE, { notice: "The answer is saved." });
  });
}

export default function SavedAnswers() {
  const { answers, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const refusedFor = refusal?.lastResult.initialValue?.["answer"];
  const refusedIn = (id: string) => (refusedFor === id ? refusal : undefined);
  return (
    <>
      <h1>Saved answers</h1>
      <p>What you write often, saved once: while you answer a message you choose it by its name.</p>
      {answers.length > 0 ? (
        <Panel title="Yours">
          {answers.map((answer) => (
            <Disclosure key={answer._id} title={answer.name} open={refusedFor === answer._id}>
              <AnswerFields answer={answer} idempotencyKey={key} refusal={refusedIn(answer._id)} />
            </Disclosure>
          ))}
        </Panel>
      ) : null}
      {answers.length < MOST_SAVED_ANSWERS ? (
        <Panel title="A new answer" stacked>
          <AnswerFields idempotencyKey={key} refusal={refusedIn(NEW)} />
        </Panel>
      ) : (
        <p>You have saved {MOST_SAVED_ANSWERS} answers, as many as there can be.</p>
      )}
    </>
  );
}
