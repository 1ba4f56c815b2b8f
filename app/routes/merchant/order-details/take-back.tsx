import { useForm } from "@conform-to/react";
import type { StepBack } from "~/features/merchant-orders/schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";

interface TakeBackProps {
  /** The last step that was taken. */
  step: StepBack["step"];
  /** The time of day until which the step can be undone. */
  until: string;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** Undoes a step that was a mistake, within an hour. */
export function TakeBack({ step, until, refusal, idempotencyKey }: TakeBackProps) {
  const [form] = useForm({ id: "take-back", lastResult: refusal?.lastResult });
  return (
    <Panel title="Was that a mistake?" stacked>
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} />
        <p className={soft}>
          Until {until} you can take it back.
          {step === "shipped" ? " The customer is told that it is not so far yet." : ""}
        </p>
        <input type="hidden" name="step" value={step} />
        <SubmitButton intent="take-back" variant="quiet">
          {step === "shipped" ? "It was not shipped" : "It has not arrived"}
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
