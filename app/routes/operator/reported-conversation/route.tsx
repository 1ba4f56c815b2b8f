import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { closeForm } from "~/features/messages/schema";
import { Conversation } from "~/routes/shared/conversation/conversation";
import { subjectInWords } from "~/routes/shared/messages/area";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PlainForm } from "~/ui/form/plain-form";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { act } from "../act.server";
import { BackLink } from "../back-link";
import { Reports } from "../reported-conversations/reports";
import { momentOf } from "../times.server";

export const meta = titled("Reported messages");

const LIST = "/operator/reported_messages";

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("operator");
  const param = { id: asked.params["conversationId"] ?? "" };
  const { data } = await guarded(session, () =>
    orNotFound(read(session.api().operator.conversations[":id"].$get({ param }))),
  );
  const { messages, reports, merchant, buyer, ...conversation } = data;
  const names = { buyer: buyer || "A former customer", merchant: merchant.storeName || "A stall without a name" };
  return {
    names,
    conversation: {
      ...conversation,
      reports: reports.map((report) => ({ ...report, moment: momentOf(session, report.createdAt) })),
    },
    entries: messages.map(({ side, ...message }) => ({
      ...message,
      team: side === "merchant",
      who: names[side],
      time: momentOf(session, message.createdAt),
    })),
    key: formKey(),
  };
}

export async function action(asked: ActionFunctionArgs) {
  await (await sessionOf(asked)).require("operator");
  const form = await postedForm(asked.request);
  const param = { id: asked.params["conversationId"] ?? "" };
  const intent = form.get("intent");
  if (intent === "keep" || intent === "reopen")
    return act(asked, { to: LIST }, (session) =>
      read(session.api(form.get("_key")).operator.conversations[":id"][intent].$post({ param })),
    );
  return answerForm(asked, form, { schema: closeForm }, async (json, session, key) => {
    const { message } = await read(session.api(key).operator.conversations[":id"].close.$post({ param, json }));
    return session.redirect(LIST, { notice: message });
  });
}

export default function ReportedConversation() {
  const { names, conversation, entries, key } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<{ reason: string }>({ id: "close", lastResult: useAnswer<Refused>()?.lastResult });
  return (
    <>
      <BackLink to={LIST} />
      <h1>
        {names.merchant} and {names.buyer}
      </h1>
      <p className={soft}>about {subjectInWords(conversation.subject)}</p>
      <Panel title="Reports" stacked>
        <Reports conversation={conversation} />
      </Panel>
      <Conversation label="What was written until it was reported" entries={entries} />
      <Panel title="Decide" stacked>
        {conversation.closedAt === null ? (
          <>
            <PostForm form={form} idempotencyKey={`${key}-close`} className={stack}>
              <FormErrors form={form} />
              <TextAreaField
                field={fields.reason}
                label="Reason"
                hint="Who was reported is told by mail; both sides see it."
                rows={3}
                optional={false}
              />
              <SubmitButton intent="close">Close the conversation</SubmitButton>
            </PostForm>
            <PlainForm idempotencyKey={`${key}-keep`}>
              <SubmitButton intent="keep" variant="quiet">
                Keep it open
              </SubmitButton>
            </PlainForm>
          </>
        ) : (
          <PlainForm idempotencyKey={`${key}-reopen`}>
            <SubmitButton intent="reopen" variant="quiet">
              Open it again
            </SubmitButton>
          </PlainForm>
        )}
      </Panel>
    </>
  );
}
