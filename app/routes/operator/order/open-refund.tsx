import { useForm } from "@conform-to/react";
import type { OperatorOrder } from "~/features/payments/operator-schema";
import type { OtherWay } from "~/features/refunds/schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";

/** Whether the refused form was posted for this refund. */
export const isOf = (refusal: Refused | undefined, refundId: string): boolean =>
  refusal?.lastResult.initialValue?.["refund"] === refundId;

interface OpenRefundProps {
  refund: OperatorOrder["refunds"][number];
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** Two ways to close a refund that the provider could not make: make it again, or note that it was made another way. */
export function OpenRefund({ refund, refusal, idempotencyKey }: OpenRefundProps) {
  const [form, fields] = useForm<OtherWay>({
    id: `other-way-${refund._id}`,
    lastResult: isOf(refusal, refund._id) ? refusal?.lastResult : undefined,
  });
  return (
    <Panel title={`${dollars(refund.amount)} are still owed to the buyer`} id="open-refund" stacked>
      <p>
        The provider could not give this money back: {refund.failed}. A card that has expired or was closed refuses it
        again; ask the buyer then how else to give it back.
      </p>
      {refund.failedAt ? (
        <PostForm idempotencyKey={`${idempotencyKey}-${refund._id}-anew`}>
          <input type="hidden" name="refund" value={refund._id} />
          <SubmitButton intent="anew">Make the refund anew</SubmitButton>
        </PostForm>
      ) : null}
      <PostForm form={form} idempotencyKey={`${idempotencyKey}-${refund._id}-other`} className={stack}>
        <FormErrors form={form} />
        <input type="hidden" name="refund" value={refund._id} />
        <TextAreaField
          field={fields.how}
          label="How it was given back"
          hint="Such as: by bank transfer. The buyer reads it in a mail; please leave account numbers out."
          rows={2}
          optional={false}
        />
        <TextField field={fields.day} label="On which day" type="date" enterKeyHint="done" />
        <SubmitButton variant="quiet" intent="other-way">
          It was given back this way
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
