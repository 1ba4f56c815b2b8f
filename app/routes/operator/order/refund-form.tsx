import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { OperatorOrder } from "~/features/operators/schema";
import { stack } from "~/styles/layout.css";
import { SelectField } from "~/ui/field/select-field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";

export interface RefundFields extends Record<string, unknown> {
  part: string;
  reason: string;
}

interface RefundFormProps {
  form: FormMetadata<any, any>;
  fields: { [Name in keyof RefundFields]: FieldMetadata<any, any, any> };
  /** What was not given back yet. */
  parts: OperatorOrder["parts"];
  idempotencyKey: string;
}

/** Gives money back: for one merchant's part, or for all that is left. */
export function RefundForm({ form, fields, parts, idempotencyKey }: RefundFormProps) {
  const left = parts.reduce((sum, part) => sum + Math.round(part.amount * 100), 0) / 100;
  const options = [
    ...(parts.length > 1 ? [{ value: "all", label: `Everything that is left: ${dollars(left)}` }] : []),
    ...parts.map((part) => ({ value: part._id, label: `${part.storeName}: ${dollars(part.amount)}` })),
  ];
  return (
    <Panel title="Refund" stacked>
      <p>The buyer gets the money back to the card. Goods that were not sent yet are for sale again.</p>
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} labels={{ part: "What" }} />
        <SelectField field={fields.part} label="What" placeholder={parts.length > 1 ? "Choose …" : undefined} options={options} optional={false} />
        <TextAreaField field={fields.reason} label="Reason" hint="The buyer and the merchants read it in a mail." rows={3} optional={false} />
        <SubmitButton variant="danger">Refund</SubmitButton>
      </PostForm>
    </Panel>
  );
}
