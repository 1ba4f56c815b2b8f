import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { ApiFailure, read } from "~/api/client";
import { MOST_PICTURES } from "~/features/messages/plain-schema";
import { messageForm, reportForm, type ConversationDetails } from "~/features/messages/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, type Refused } from "~/session/form.server";
import { withPictures } from "~/session/posted-pictures.server";
import { guarded, orNotFound, sessionOf, type Session } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Notice } from "~/ui/notice/notice";
import { asTyped } from "../billing/as-typed.server";
import { refusedBy } from "../refused-by";
import { areaAt, nameInWords, subjectAddress, subjectInWords } from "../messages/area";
import { Bubbles } from "../messages/bubbles";
import { dayAgo, hourOf } from "../messages/moments.server";
import { sendPicture } from "../pictures/send-picture.server";
import { StopForms } from "../messages/stop-forms";
import { WriteForm } from "../messages/write-form";

export const meta = titled("Messages");

const beforeIn = (url: string): string | undefined =>
  /^[1-9]\d{0,8}$/.exec(new URL(url).searchParams.get("before") ?? "")?.[0];

export async function loader(args: LoaderFunctionArgs) {
  const area = areaAt(args.request.url);
  const session = await sessionOf(args);
  await session.require(area.side);
  const param = { id: args.params["conversationId"] ?? "" };
  const before = beforeIn(args.request.url);
  const conversation = await guarded(session, () => openConversation(session, param, before));
  const { messages, name, subject, hasOlder, refusal, closedReason, isReported } = conversation;
  return {
    path: area.list,
    here: `${area.list}/${param.id}`,
    name: nameInWords(name, area),
    subject: { words: subjectInWords(subject), to: subjectAddress(subject, area) },
    messages: messages.map((message) => ({
      ...message,
      day: dayAgo(session, message.createdAt),
      hour: hourOf(session, message.createdAt),
    })),
    mayShow: area.side === "merchant" && subject.kind === "product" && refusal !== "conversation_closed",
    olderThan: hasOlder ? (messages[0]?.position ?? null) : null,
    isNewest: before === undefined,
    refusal,
    closedReason,
    isReported,
    savedAnswers: area.side === "merchant" && refusal === null ? await savedNames(session) : [],
    key: formKey(),
  };
}

/** Reads a conversation. If something in it is unread, marks its newest messages as read. */
async function openConversation(session: Session, param: { id: string }, before: string | undefined) {
  const calls = session.api().conversations[":id"];
  const { data: conversation } = await orNotFound(
    read(calls.$get({ param, query: before === undefined ? {} : { before } })),
  );
  const newest = conversation.messages.at(-1);
  if (conversation.unread > 0 && newest) await read(calls.read.$put({ param, json: { upTo: newest.position } }));
  return conversation;
}

async function savedNames(session: Session) {
  const { data: answers } = await read(session.api().merchant["saved-answers"].$get());
  return answers.map(({ _id, name }) => ({ _id, name }));
}

export async function action(args: ActionFunctionArgs) {
  const { side, list } = areaAt(args.request.url);
  const session = await sessionOf(args);
  await session.require(side);
  return withPictures(args, { schema: messageForm, most: MOST_PICTURES, send: sendPicture }, (form) =>
    answerPost(args, session, list, form),
  );
}

async function answerPost(args: ActionFunctionArgs, session: Session, list: string, form: FormData) {
  const param = { id: args.params["conversationId"] ?? "" };
  const path = `${list}/${param.id}`;
  const intent = form.get("intent");
  if (intent === "put-in") return putIn(session, form);
  if (intent === "block" || intent === "unblock")
    return press(session, path, () =>
      read(
        session
          .api(form.get("_key"))
          .conversations[":id"].block.$put({ param, json: { isBlocked: intent === "block" } }),
      ),
    );
  if (intent === "show" || intent === "hide")
    return press(session, path, () => {
      const calls = session.api(form.get("_key")).merchant.conversations[":id"].questions[":message"];
      const place = { param: { ...param, message: String(form.get("message") ?? "") } };
      return intent === "show" ? read(calls.$put(place)) : read(calls.$delete(place));
    });
  if (intent === "report")
    return answerForm(args, form, { schema: reportForm }, async (json, owner, key) => {
      const { message } = await orNotFound(read(owner.api(key).conversations[":id"].reports.$post({ param, json })));
      return owner.redirect(path, { notice: message });
    });
  return answerForm(args, form, { schema: messageForm, rename: { pictures: "photos" } }, async (json, owner, key) => {
    const { message } = await orNotFound(read(owner.api(key).conversations[":id"].messages.$post({ param, json })));
    return owner.redirect(path, { notice: message });
  });
}

/** Returns the form with a saved answer added to the typed text. */
async function putIn(session: Session, form: FormData) {
  const { data: answers } = await guarded(session, () => read(session.api().merchant["saved-answers"].$get()));
  const answer = answers.find(({ _id }) => _id === form.get("saved"));
  const text = String(form.get("text") ?? "").trim();
  form.set("text", [text, answer?.text ?? ""].filter(Boolean).join("\n\n"));
  return data<Refused>({ lastResult: asTyped(form) });
}

/** Runs the work of a button and redirects to `path` with its message, or with the sentence of a refusal. */
async function press(session: Session, path: string, work: () => Promise<{ message: string }>): Promise<Response> {
  try {
    const { message } = await guarded(session, () => orNotFound(work()));
    return await session.redirect(path, { notice: message });
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
    return session.redirect(path, { notice: { type: "danger", message: failure.message } });
  }
}

const REFUSALS: Record<NonNullable<ConversationDetails["refusal"]>, string> = {
  messages_blocked:
    "The other side takes no messages from you. If something is wrong with an order, write to our team.",
  blocked_by_you: "You have blocked the other side. Lift the block to write again.",
  conversation_closed: "Our team has closed this conversation, so nothing can be written in it.",
  buyer_left: "This buyer has deleted the account, so nobody would read an answer.",
  questions_closed: "This stall is closed for now, so it takes no questions.",
};

export default function ConversationPage() {
  const page = useLoaderData<typeof loader>();
  const { path, here, name, subject, messages, olderThan, isNewest, refusal, closedReason, key } = page;
  const answer = useAnswer<Refused>();
  const report = refusedBy(answer, "report");
  return (
    <>
      <MoreLink to={path}>
        <Icon of={ArrowLeft} />
        Back to Messages
      </MoreLink>
      <div>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p className={soft}>
          about <Link to={subject.to}>{subject.words}</Link>
        </p>
      </div>
      {olderThan === null ? null : (
        <ButtonLink variant="quiet" to={`${here}?before=${olderThan}`}>
          Show older messages
        </ButtonLink>
      )}
      <Bubbles messages={messages} name={name} idempotencyKey={page.mayShow ? key : undefined} />
      {isNewest ? null : (
        <ButtonLink variant="quiet" to={here}>
          Show the newest messages
        </ButtonLink>
      )}
      {refusal === null ? (
        <WriteForm
          id={`message-${messages.at(-1)?.position ?? 0}`}
          idempotencyKey={key}
          refusal={report ? undefined : answer}
          savedAnswers={page.savedAnswers}
        />
      ) : (
        <Notice
          still
          type="danger"
          message={closedReason ? `${REFUSALS[refusal]} The reason: ${closedReason}` : REFUSALS[refusal]}
        />
      )}
      {refusal === "buyer_left" ? null : (
        <StopForms
          name={name}
          idempotencyKey={key}
          isBlocked={refusal === "blocked_by_you"}
          isReported={page.isReported}
          mayReport={messages.some(({ isMine }) => !isMine)}
          refusal={report}
        />
      )}
    </>
  );
}
