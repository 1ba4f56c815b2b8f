import { useForm } from "@conform-to/react";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { Disclosure } from "~/ui/disclosure/disclosure";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PlainForm } from "~/ui/form/plain-form";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";

interface StopFormsProps {
  name: string;
  idempotencyKey: string;
  isBlocked: boolean;
  isReported: boolean;
  /** Whether the other side has written anything that can be reported. */
  mayReport: boolean;
  /** The answer to the form of the report, if it was the posted one. */
  refusal?: Refused | undefined;
}

/** Buttons to block the other side, and to report it to the market. */
export function StopForms({ name, idempotencyKey, isBlocked, isReported, mayReport, refusal }: StopFormsProps) {
  const [form, fields] = useForm<{ reason: string }>({ id: "report", lastResult: refusal?.lastResult });
  return (
    <Disclosure title="Block or report" open={isBlocked || refusal !== undefined}>
      <div className={stack}>
        <PlainForm idempotencyKey={`${idempotencyKey}-block`}>
          <SubmitButton intent={isBlocked ? "unblock" : "block"} variant="quiet">
            {isBlocked ? "Lift the block" : `Block ${name}`}
          </SubmitButton>
        </PlainForm>
        {isReported ? <p className={soft}>You have reported this conversation. Our team decides on it.</p> : null}
        {mayReport && !isReported ? (
          <PostForm form={form} idempotencyKey={`${idempotencyKey}-report`} className={stack}>
            <FormErrors form={form} />
            <TextAreaField
              field={fields.reason}
              label="What is wrong?"
              hint="Our team then reads this conversation up to now, and nothing else."
              rows={3}
              optional={false}
            />
            <SubmitButton intent="report" variant="quiet">
              Report
            </SubmitButton>
          </PostForm>
        ) : null}
      </div>
    </Disclosure>
  );
}
