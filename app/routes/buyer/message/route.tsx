import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { replyText } from "~/features/support/schema";
import { Conversation } from "~/routes/shared/conversation/conversation";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { arrow } from "../order-details/styles.css";

export const meta = titled("Message");

const LIST = "/customer/messages";

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const { data } = await guarded(session, () =>
    orNotFound(read(session.api().user.messages[":id"].$get({ param: { id: args.params["messageId"] ?? "" } }))),
  );
  const { _id, subject, description, order, createdAt, answeredAt, replies } = data;
  const first = { _id, side: "writer" as const, name: "", text: description, createdAt };
  return {
    _id,
    subject,
    order,
    waits: answeredAt === null,
    entries: [first, ...replies].map(({ side, name, ...reply }) => ({
      ...reply,
      team: side === "team",
      who: side === "team" ? name || "Our team" : "You",
      time: dayOf(session, reply.createdAt),
    })),
    key: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("buyer");
  const param = { id: args.params["messageId"] ?? "" };
  return answerForm(args, await postedForm(args.request), { schema: replyText }, async (json, session, key) => {
    const { message } = await orNotFound(read(session.api(key).user.messages[":id"].replies.$post({ param, json })));
    return session.redirect(`${LIST}/${param.id}`, { notice: message });
  });
}

export default function Message() {
  const { subject, order, waits, entries, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<{ reply: string }>({
    id: `reply-${entries.length}`,
    lastResult: refusal?.lastResult,
  });
  return (
    <>
      <MoreLink to={LIST}>
        <Icon of={ArrowLeft} className={arrow} />
        Back to Messages
      </MoreLink>
      <h1>{subject || "Message"}</h1>
      <p className={soft}>
        {order ? `About order #${order}. ` : null}
        {waits ? "We answer by mail, usually within two working days; the answer stands here as well." : "Answered."}
      </p>
      <Conversation label="What was written" entries={entries} />
      <Panel title="Write on" stacked>
        <PostForm form={form} idempotencyKey={key} className={stack}>
          <FormErrors form={form} />
          <TextAreaField field={fields.reply} label="Your reply" rows={5} optional={false} />
          <SubmitButton>Send reply</SubmitButton>
        </PostForm>
      </Panel>
    </>
  );
}
