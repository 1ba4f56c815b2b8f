import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { answer } from "~/features/support/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { act } from "../act.server";
import { BackLink } from "../back-link";
import * as styles from "../operator.css";
import { momentOf } from "../times.server";

export const meta = titled("Message");

const LIST = "/operator/support";

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("operator");
  const { data: message } = await guarded(session, () =>
    orNotFound(read(session.api().operator.support[":id"].$get({ param: { id: asked.params["messageId"] ?? "" } }))),
  );
  return {
    message,
    time: momentOf(session, message.createdAt),
    done: message.answeredAt && momentOf(session, message.answeredAt),
    key: formKey(),
  };
}

export async function action(asked: ActionFunctionArgs) {
  await (await sessionOf(asked)).require("operator");
  const form = await postedForm(asked.request);
  const param = { id: asked.params["messageId"] ?? "" };
  if (form.get("intent") === "done") {
    return act(asked, { to: LIST }, (session) =>
      read(session.api(form.get("_key")).operator.support[":id"].done.$post({ param })),
    );
  }
  return answerForm(asked, form, { schema: answer }, async (json, session, key) => {
    const { message } = await read(session.api(key).operator.support[":id"].answer.$post({ param, json }));
    return session.redirect(LIST, { notice: message });
  });
}

export default function SupportMessage() {
  const { message, time, done, key } = useLoaderData<typeof loader>();
  const refused = useAnswer<Refused>();
  const [form, fields] = useForm<{ answer: string }>({
    id: "answer",
    lastResult: refused?.lastResult,
    defaultNoValidate: false,
  });
  const { fullname, email, telephone, subject, description } = message;
  return (
    <>
      <BackLink to={LIST} />
      <h1 className={styles.breaking}>{subject || "Message"}</h1>
      <Panel title={fullname || email} stacked>
        <p className={styles.facts}>
          <a href={`mailto:${email}`}>{email}</a>
          {telephone ? <span>{telephone}</span> : null}
          <time dateTime={message.createdAt}>{time}</time>
        </p>
        <p className={styles.written}>{description}</p>
      </Panel>
      {done ? (
        <Panel title={message.answer ? "Answered" : "Done without an answer"} stacked>
          <p className={soft}>
            {message.answeredBy ? `${message.answeredBy}, ` : ""}
            <time dateTime={message.answeredAt ?? undefined}>{done}</time>
          </p>
          {message.answer ? <p className={styles.written}>{message.answer}</p> : null}
        </Panel>
      ) : (
        <Panel title="Answer" stacked>
          <PostForm form={form} idempotencyKey={key} className={stack}>
            <FormErrors form={form} />
            <TextAreaField
              field={fields.answer}
              label="Your answer"
              hint="It is sent as a mail; what was written to us stands under it."
              rows={8}
              optional={false}
            />
            <SubmitButton intent="answer">Send answer</SubmitButton>
          </PostForm>
          <PostForm idempotencyKey={`${key}-done`}>
            <SubmitButton intent="done" variant="quiet">
              Done without an answer
            </SubmitButton>
          </PostForm>
        </Panel>
      )}
    </>
  );
}
