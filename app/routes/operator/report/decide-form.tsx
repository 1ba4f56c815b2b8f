import { useForm } from "@conform-to/react";
import type { CaseDetails } from "~/features/moderation-queue/schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PlainForm } from "~/ui/form/plain-form";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";

const WORDS = {
  review: { takeDown: "Hide the review", putBack: "Show it again", keep: "Keep it" },
  conversation: { takeDown: "Close the conversation", putBack: "Open it again", keep: "Keep it open" },
  question: { takeDown: "Hide the question", putBack: "Show it again", keep: "Keep it" },
  product: { takeDown: "Take it off sale", putBack: "Let it be sold again", keep: "Keep it on sale" },
};

interface DecideFormProps {
  /** The case as the operator saw it. */
  one: Pick<CaseDetails, "kind" | "state" | "isTakenDown" | "openReports" | "revision">;
  idempotencyKey: string;
  refusal?: Refused | undefined;
}

/** An operator's decision on a case: take down, keep, put back, or uphold the decision after an objection. */
export function DecideForm({ one, idempotencyKey, refusal }: DecideFormProps) {
  const { kind, state, isTakenDown, openReports, revision } = one;
  const [form, fields] = useForm<{ reason: string }>({ id: "decide", lastResult: refusal?.lastResult });
  const step = (intent: string, label: string) => (
    <PlainForm idempotencyKey={`${idempotencyKey}-${intent}`}>
      <input type="hidden" name="revision" value={revision} />
      <SubmitButton intent={intent} variant="quiet">
        {label}
      </SubmitButton>
    </PlainForm>
  );
  const isObjected = state === "objected";
  return (
    <Panel title="Decide" stacked>
      {isObjected || !isTakenDown ? (
        <PostForm form={form} idempotencyKey={`${idempotencyKey}-reason`} className={stack}>
          <FormErrors form={form} />
          <input type="hidden" name="revision" value={revision} />
          <TextAreaField
            field={fields.reason}
            label="Reason"
            hint={isObjected ? "Who objected is told by mail; it is final." : "The person is told by mail."}
            rows={3}
            optional={false}
          />
          {isObjected ? (
            <SubmitButton intent="uphold">The decision stays</SubmitButton>
          ) : (
            <SubmitButton intent="take_down">{WORDS[kind].takeDown}</SubmitButton>
          )}
        </PostForm>
      ) : null}
      {openReports > 0 && !isObjected ? step("keep", isTakenDown ? "Settle the reports" : WORDS[kind].keep) : null}
      {isTakenDown ? step("put_back", WORDS[kind].putBack) : null}
    </Panel>
  );
}
