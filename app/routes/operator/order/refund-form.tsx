import { useForm } from "@conform-to/react";
import { Fragment } from "react";
import type { OperatorOrder } from "~/features/payments/operator-schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { ChoiceField } from "~/ui/field/choice-field";
import { Fields } from "~/ui/field/field";
import { SelectField } from "~/ui/field/select-field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import * as styles from "./styles.css";

interface RefundFields {
  what: string;
  pieces: { line: string; quantity: string; amount: string }[];
  restock: boolean;
  reason: string;
}

interface RefundFormProps {
  order: OperatorOrder;
  refused: Refused | undefined;
  idempotencyKey: string;
}

const leftOf = (parts: OperatorOrder["parts"]) =>
  parts.reduce((sum, part) => sum + Math.round(part.amount * 100) - Math.round(part.refunded * 100), 0) / 100;

/** Gives money back: everything that is left, what is left of one merchant's part, or single pieces. */
export function RefundForm({ order, refused, idempotencyKey }: RefundFormProps) {
  const parts = order.parts.filter((part) => part.statusText !== "Cancelled" && part.statusText !== "Refunded");
  const lines = order.carts.filter((line) => line.quantity > line.refundedQuantity);
  const [form, fields] = useForm<RefundFields>({
    id: "refund",
    lastResult: refused?.lastResult,
    defaultNoValidate: false,
    defaultValue: { pieces: lines.map((line) => ({ line: line._id, quantity: "", amount: "" })) },
  });
  const options = [
    ...(parts.length > 1 ? [{ value: "all", label: `Everything that is left: ${dollars(leftOf(parts))}` }] : []),
    ...parts.map((part) => ({
      value: part._id,
      label: `${part.refunded > 0 ? `What is left of ${part.storeName}` : part.storeName}: ${dollars(leftOf([part]))}`,
    })),
    { value: "pieces", label: "Single pieces or amounts, as entered below" },
  ];
  const rows = new Map(
    fields.pieces.getFieldList().map((row) => [row.getFieldset().line.initialValue, row.getFieldset()]),
  );
  return (
    <Panel title="Refund" stacked>
      <p>
        The buyer gets the money back to the card. Goods that were not sent yet are for sale again. The merchant bears
        it, less our fee, which we give up for what goes back; nothing goes back of delivery, which is free, or of VAT,
        which is not charged.
      </p>
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} labels={{ what: "What" }} />
        <input type="hidden" name="refunded" value={order.refunded} />
        <SelectField field={fields.what} label="What" placeholder="Choose …" options={options} optional={false} />
        <fieldset className={styles.pieces}>
          <legend>Single pieces or amounts</legend>
          <Fields>
            {lines.map(({ _id, product, price, quantity, refundedQuantity, refunded }) => {
              const row = rows.get(_id);
              const left = quantity - refundedQuantity;
              const leftCents = Math.round(price * 100) * quantity - Math.round(refunded * 100);
              return row ? (
                <Fragment key={_id}>
                  <input type="hidden" name={row.line.name} value={_id} />
                  <TextField
                    field={row.quantity}
                    type="number"
                    min={0}
                    max={left}
                    inputMode="numeric"
                    label={product.title}
                    hint={`${left} left, ${dollars(price)} each`}
                    optional
                  />
                  <TextField
                    field={row.amount}
                    inputMode="decimal"
                    label={`Or an amount of ${product.title}`}
                    hint={`${dollars(leftCents / 100)} left; no piece comes back`}
                    prefix="$"
                    optional
                  />
                </Fragment>
              ) : null;
            })}
          </Fields>
        </fieldset>
        {parts.some((part) => part.statusText !== "Processing") ? (
          <ChoiceField field={fields.restock} label="What was sent has come back" hint="Then it is for sale again." />
        ) : null}
        <TextAreaField
          field={fields.reason}
          label="Reason"
          hint="The buyer and the merchants read it in a mail."
          rows={3}
          optional={false}
        />
        <p className={classNames(small, soft)}>A refund cannot be taken back.</p>
        <SubmitButton variant="danger">Refund</SubmitButton>
      </PostForm>
    </Panel>
  );
}
