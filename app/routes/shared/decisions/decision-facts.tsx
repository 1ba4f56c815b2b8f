import { KIND_WORDS } from "~/features/moderation/plain-schema";
import type { Decision } from "~/features/moderation/schema";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";

const TAKEN_DOWN: Record<Decision["kind"], string> = {
  review: "Your review is no longer shown.",
  conversation: "The conversation is closed.",
  question: "The question and your answer are no longer shown with the product.",
  product: "The product was taken off sale.",
};

/** The state of a decision after an objection, in words. Null if nobody has objected. */
function standingOf({ outcome, objectedAt }: Decision): string | null {
  if (outcome === "reversed") return "We have looked at it once more, and put it back.";
  if (outcome === "upheld") return "We have read your objection. The decision stays; this is final.";
  return objectedAt === null ? null : "You have objected. Our team looks at it once more, and writes to you.";
}

/** A decision, for the person who was notified of it. */
export function DecisionFacts({ decision }: { decision: Decision & { day: string } }) {
  const { kind, title, day, decidedAt, reason, objection, answer } = decision;
  const standing = standingOf(decision);
  return (
    <>
      <p>
        <b>
          {KIND_WORDS[kind]}: {title || "a stall"}
        </b>{" "}
        <time className={classNames(small, soft)} dateTime={decidedAt}>
          {day}
        </time>
      </p>
      <p>{TAKEN_DOWN[kind]}</p>
      <p dir="auto">
        <b>Reason:</b> {reason}
      </p>
      {objection ? (
        <p dir="auto">
          <b>Your objection:</b> {objection}
        </p>
      ) : null}
      {standing ? <p>{standing}</p> : null}
      {answer ? (
        <p dir="auto">
          <b>Answer:</b> {answer}
        </p>
      ) : null}
    </>
  );
}
