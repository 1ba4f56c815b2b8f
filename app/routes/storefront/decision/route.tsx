import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { objectionForm } from "~/features/moderation/schema";
import { DecisionFacts } from "~/routes/shared/decisions/decision-facts";
import { NarrowPage } from "~/routes/shared/narrow-page";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";

export const meta = titled("Decision");

/* A mailed link opens this page in any browser. The account's list of decisions links to it too. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const param = { word: args.params["word"] ?? "" };
  const { data: decision } = await orNotFound(read(session.api()["decision-link"][":word"].$get({ param })));
  return { decision: { ...decision, day: dayOf(session, decision.decidedAt) }, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const param = { word: args.params["word"] ?? "" };
  return answerForm(args, await postedForm(args.request), { schema: objectionForm }, async (json, session, key) => {
    const { message } = await orNotFound(
      read(session.api(key)["decision-link"][":word"].objection.$post({ param, json })),
    );
    return session.redirect(`/decisions/${encodeURIComponent(param.word)}`, { notice: message });
  });
}

export default function Decision() {
  const { decision, key } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<{ text: string }>({ id: "object", lastResult: useAnswer<Refused>()?.lastResult });
  return (
    <NarrowPage title="A decision of our team">
      <DecisionFacts decision={decision} />
      {decision.canObject ? (
        <PostForm form={form} idempotencyKey={key} className={stack}>
          <FormErrors form={form} />
          <TextAreaField
            field={fields.text}
            label="Why is it wrong?"
            hint="You can object once. Our team looks at it again and writes to you; that is final."
            rows={5}
            optional={false}
          />
          <SubmitButton>Object</SubmitButton>
        </PostForm>
      ) : null}
    </NarrowPage>
  );
}
