import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { answer } from "~/features/support/schema";
import { Conversation } from "~/routes/shared/conversation/conversation";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf, type Session } from "~/session/session.server";
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
import { AssignForm } from "./assign-form";
import { WritersOrders } from "./orders";

export const meta = titled("Message");

const LIST = "/operator/support";

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const { data: message } = await guarded(session, () =>
    orNotFound(read(session.api().operator.support[":id"].$get({ param: { id: args.params["messageId"] ?? "" } }))),
  );
  const { _id, fullname, email, description, createdAt, replies } = message;
  const first = { _id, side: "writer" as const, name: "", text: description, createdAt };
  return {
    message,
    orders: await guarded(session, () => ordersOf(session, message)),
    entries: [first, ...replies].map(({ side, name, ...reply }) => ({
      ...reply,
      team: side === "team",
      who: side === "team" ? name || "The team" : fullname || email,
      time: momentOf(session, reply.createdAt),
    })),
    done: message.answeredAt && momentOf(session, message.answeredAt),
    key: formKey(),
  };
}

/** The order that a message names, and the newest orders of its writer. */
async function ordersOf(session: Session, { email, order }: { email: string; order: string }) {
  const find = async (q: string) => (await read(session.api().operator.search.$get({ query: { q } }))).data.orders.docs;
  const [namedOrders, ordersOfSender] = await Promise.all([order ? find(`#${order}`) : [], find(email)]);
  const all = [...namedOrders, ...ordersOfSender.filter(({ _id }) => !namedOrders.some((one) => one._id === _id))];
  return all
    .map((order) => ({
      ...order,
      own: order.buyer.email.toLowerCase() === email,
      time: momentOf(session, order.createdAt),
    }))
    .filter((order) => order.own || namedOrders.some(({ _id }) => _id === order._id));
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const form = await postedForm(args.request);
  const param = { id: args.params["messageId"] ?? "" };
  const intent = form.get("intent");
  if (intent === "done")
    return act(args, { to: LIST }, (session) =>
      read(session.api(form.get("_key")).operator.support[":id"].done.$post({ param })),
    );
  if (intent === "assign") {
    const json = { operator: String(form.get("operator") ?? "") };
    return act(args, { to: `${LIST}/${param.id}` }, (session) =>
      read(session.api(form.get("_key")).operator.support[":id"].assign.$post({ param, json })),
    );
  }
  return answerForm(args, form, { schema: answer }, async (json, session, key) => {
    const { message } = await read(session.api(key).operator.support[":id"].answer.$post({ param, json }));
    return session.redirect(LIST, { notice: message });
  });
}

export default function SupportMessage() {
  const { message, orders, entries, done, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const isAssign = refusal?.lastResult.initialValue?.["operator"] !== undefined;
  const [form, fields] = useForm<{ answer: string }>({
    id: "answer",
    lastResult: isAssign ? undefined : refusal?.lastResult,
  });
  const { fullname, email, telephone, subject, order, answeredBy, answeredAt } = message;
  return (
    <>
      <BackLink to={LIST} />
      <h1 className={styles.breaking}>{subject || "Message"}</h1>
      <Panel title={fullname || email} stacked>
        <p className={styles.facts}>
          <a href={`mailto:${email}`}>{email}</a>
          {telephone ? <span>{telephone}</span> : null}
          {order ? <span>Order #{order}</span> : null}
        </p>
        <AssignForm
          key={message.assignedTo?._id}
          idempotencyKey={`${key}-assign`}
          refusal={isAssign ? refusal : undefined}
          assignedTo={message.assignedTo}
          operators={message.operators}
        />
      </Panel>
      <Conversation label="What was written" entries={entries} />
      {done ? (
        <p className={soft}>
          {message.answers > 0 ? "Answered" : "Closed without an answer"}
          {answeredBy ? ` by ${answeredBy}` : ""}, <time dateTime={answeredAt ?? undefined}>{done}</time>. It opens
          again when its writer replies.
        </p>
      ) : (
        <Panel title="Answer" stacked>
          <PostForm form={form} idempotencyKey={key} className={stack}>
            <FormErrors form={form} />
            <TextAreaField
              field={fields.answer}
              label="Your answer"
              hint="It is sent as a mail, and stands in the writer’s account."
              rows={8}
              optional={false}
            />
            <SubmitButton intent="answer">Send answer</SubmitButton>
          </PostForm>
          <PostForm idempotencyKey={`${key}-done`}>
            <SubmitButton intent="done" variant="quiet">
              Close without an answer
            </SubmitButton>
          </PostForm>
        </Panel>
      )}
      <WritersOrders named={order} orders={orders} />
    </>
  );
}
