import { useForm } from "@conform-to/react";
import type { Refused } from "~/session/form.server";
import { fields as fieldGrid } from "~/ui/field/field.css";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { TextField } from "~/ui/field/text-field";
import { useAnswer } from "~/ui/form/use-answer";
import { panelClass } from "~/ui/panel/panel";
import { Notice } from "~/ui/notice/notice";
import { dollars } from "~/ui/price/money";
import * as styles from "./styles.css";

interface Props {
  stripeId: string;
  /** The sum due, in dollars. */
  amount: number;
  /** The refusal of the last try, if it was made on another page. */
  failed: string;
}

/** The test provider's card form: plain HTML, so that buying can be tried anywhere. */
export function TestCardForm({ stripeId, amount, failed }: Props) {
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<{ number: string; expiry: string; cvc: string }>({
    id: "card",
    lastResult: refusal?.lastResult,
  });
  return (
    <div className={panelClass}>
      <h2>Card</h2>
      <p className={styles.test}>
        <strong>Test payments: no money moves.</strong> Pay with 4242 4242 4242 4242, any expiry date to come and any
        three digits.
      </p>
      {failed && !refusal && <Notice still type="danger" message={`Payment failed: ${failed}`} />}
      <PostForm form={form} className={styles.form}>
        <FormErrors form={form} labels={{ number: "Card number", expiry: "Expiry date", cvc: "Security code" }} />
        <input type="hidden" name="stripeId" value={stripeId} />
        <TextField
          field={fields.number}
          label="Card number"
          autoComplete="cc-number"
          inputMode="numeric"
          enterKeyHint="next"
          placeholder="4242 4242 4242 4242"
        />
        <div className={fieldGrid}>
          <TextField
            field={fields.expiry}
            label="Expiry date"
            hint="Month and year, as 04 / 30"
            autoComplete="cc-exp"
            inputMode="text"
            enterKeyHint="next"
            placeholder="MM / YY"
          />
          <TextField
            field={fields.cvc}
            label="Security code"
            hint="The digits on the back of the card"
            autoComplete="cc-csc"
            inputMode="numeric"
            enterKeyHint="done"
            placeholder="123"
          />
        </div>
        <SubmitButton wide busyLabel="Processing...">
          Pay {dollars(amount)}
        </SubmitButton>
      </PostForm>
    </div>
  );
}
