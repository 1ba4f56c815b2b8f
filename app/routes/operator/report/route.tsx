import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { KIND_WORDS } from "~/features/moderation/plain-schema";
import { reportForm } from "~/features/moderation/schema";
import type { CaseDetails } from "~/features/moderation-queue/schema";
import { shownReview } from "~/routes/shared/review/review-card";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf, type Session } from "~/session/session.server";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { act } from "../act.server";
import { BackLink } from "../back-link";
import { momentOf } from "../times.server";
import { DecideForm } from "./decide-form";
import { Thing, type ThingProps } from "./thing";

export const meta = titled("Report");

const LIST = "/operator/reports";
const SIDES = { buyer: "The buyer reports", merchant: "The stall reports" };

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const param = { id: args.params["caseId"] ?? "" };
  const { data } = await guarded(session, () =>
    orNotFound(read(session.api().operator.reports[":id"].$get({ param }))),
  );
  const { kind, title, state, isTakenDown, openReports, revision, reports, objections } = data;
  return {
    one: { kind, title, state, isTakenDown, openReports, revision },
    reports: reports.map((report) => ({ ...report, moment: momentOf(session, report.createdAt) })),
    objections: objections.map((objection) => ({ ...objection, moment: momentOf(session, objection.objectedAt) })),
    thing: thingOf(session, data),
    key: formKey(),
  };
}

/** The reported thing, with its times and names in words. */
function thingOf(session: Session, { review, conversation, question, product }: CaseDetails): ThingProps {
  const moment = (time: string) => momentOf(session, time);
  const names = {
    buyer: conversation?.buyer || "A former customer",
    merchant: conversation?.merchant.storeName || "A stall without a name",
  };
  return {
    review: review ? shownReview(review, moment) : null,
    conversation: conversation
      ? {
          between: `${names.merchant} and ${names.buyer}`,
          entries: conversation.messages.map(({ side, ...message }) => ({
            ...message,
            team: side === "merchant",
            who: names[side],
            time: moment(message.createdAt),
          })),
        }
      : null,
    question: question ?? null,
    product: product
      ? {
          facts: product,
          since: moment(product.createdAt),
          deleted: product.deletedAt && moment(product.deletedAt),
        }
      : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const form = await postedForm(args.request);
  const param = { id: args.params["caseId"] ?? "" };
  const back = `${LIST}/${param.id}`;
  const revision = Number(form.get("revision"));
  const intent = form.get("intent");
  if (intent === "keep" || intent === "put_back")
    return act(args, { to: LIST, back }, (session) => {
      const decision = session.api(form.get("_key")).operator.reports[":id"].decision;
      return read(decision.$post({ param, json: { decision: intent, revision } }));
    });
  const decided = intent === "uphold" ? ("uphold" as const) : ("take_down" as const);
  return answerForm(args, form, { schema: reportForm }, async ({ reason }, session, key) => {
    const decision = session.api(key).operator.reports[":id"].decision;
    try {
      const { message } = await read(decision.$post({ param, json: { decision: decided, revision, reason } }));
      return await session.redirect(LIST, { notice: message });
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.status !== 409) throw failure;
      // The page then shows another operator's decision, to which the typed reason no longer applies.
      return session.redirect(back, { notice: { type: "danger", message: failure.message } });
    }
  });
}

export default function Report() {
  const { one, reports, objections, thing, key } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to={LIST} />
      <h1>
        {KIND_WORDS[one.kind]}: {one.title || "a stall"}
      </h1>
      {objections.length > 0 ? (
        <Panel title="Objections" stacked>
          {objections.map(({ reason, text, objectedAt, moment }) => (
            <div key={objectedAt + text}>
              <p>
                <b>Decided:</b> {reason}
              </p>
              <p dir="auto">
                <b>Objection:</b> {text} <span className={classNames(small, soft)}>{moment}</span>
              </p>
            </div>
          ))}
        </Panel>
      ) : null}
      {reports.length > 0 ? (
        <Panel title="Reports" stacked>
          {reports.map(({ side, reason, createdAt, moment }) => (
            <p key={createdAt + reason} dir="auto">
              <b>{side ? SIDES[side] : "Reported"}:</b> {reason}{" "}
              <span className={classNames(small, soft)}>{moment}</span>
            </p>
          ))}
        </Panel>
      ) : null}
      <Thing {...thing} />
      <DecideForm one={one} idempotencyKey={key} refusal={useAnswer<Refused>()} />
    </>
  );
}
