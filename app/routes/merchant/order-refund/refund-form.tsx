import { useForm } from "@conform-to/react";
import type { RefundLine, RefundSums } from "~/features/refunds/schema";
import { FEE_FIELD } from "~/routes/shared/refund-choice/choice";
import { ChosenLines } from "~/routes/shared/refund-choice/chosen-lines";
import * as styles from "~/routes/shared/refund-choice/styles.css";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { ChoiceField } from "~/ui/field/choice-field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { Sums } from "~/ui/sums/sums";

interface RefundFormProps {
  sums: RefundSums;
  lines: RefundLine[];
  /** Whether the delivery fee is to go back as well. */
  deliveryFee: boolean;
  /** Whether there is a delivery fee that could go back. */
  hasFee: boolean;
  unsent: boolean;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The sums of a refund, who bears them, and the button that refunds. */
export function RefundForm({ sums, lines, deliveryFee, hasFee, unsent, refusal, idempotencyKey }: RefundFormProps) {
  const [form, fields] = useForm<{ reason: string; restock: boolean }>({
    id: "refund",
    lastResult: refusal?.lastResult,
  });
  const withPieces = sums.lines.some(({ quantity }) => quantity > 0);
  return (
    <Panel title="The sums" id="sums" stacked>
      <div className={styles.sums}>
        <Sums
          rows={[
            ...sums.lines.map(({ what, amount }) => ({ label: what, value: dollars(amount) })),
            { label: hasFee ? "Delivery fee" : "Delivery", value: hasFee ? dollars(sums.delivery) : "Free" },
            ...(sums.vat > 0 ? [] : [{ label: "VAT", value: "$0" }]),
            { label: "The customer gets back", value: dollars(sums.amount), total: true },
            ...(sums.vat > 0 ? [{ label: "of which VAT", value: dollars(sums.vat) }] : []),
            { label: "Of it our fee, given back", value: dollars(sums.feeGivenBack) },
            { label: "Of it borne by you", value: dollars(sums.merchantBears) },
            { label: "Left of your part then", value: dollars(sums.left) },
          ]}
        />
      </div>
      <Bearing {...sums} hasFee={hasFee} />
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} />
        <ChosenLines lines={lines} />
        {deliveryFee ? <input type="hidden" name={FEE_FIELD} value="on" /> : null}
        <input type="hidden" name="refunded" value={sums.refunded} />
        <input type="hidden" name="amount" value={sums.amount} />
        {withPieces ? (
          <ChoiceField
            field={fields.restock}
            label="Put the pieces back into my stock"
            hint={
              unsent
                ? "They will not be sent. Without a tick your stock stays as it is."
                : "Only if they have come back and can be sold. Without a tick your stock stays as it is."
            }
            required={false}
          />
        ) : null}
        <TextAreaField field={fields.reason} label="Reason for the customer" rows={3} />
        <p className={classNames(small, soft)}>It cannot be taken back.</p>
        <SubmitButton intent="refund" variant="danger">
          Give {dollars(sums.amount)} back
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}

const freeSentence = (vat: number): string =>
  vat > 0
    ? "Delivery was free, so of it nothing goes back. "
    : "Delivery was free and no VAT was charged, so of these nothing goes back. ";

const feeSentence = (delivery: number): string =>
  delivery > 0 ? "The delivery fee goes back too; all of it is borne by you. " : "The delivery fee stays with you. ";

/** Says in words who bears the refund. */
function Bearing({
  isPaidOut,
  takenBack,
  feeGivenBack,
  merchantBears,
  vat,
  delivery,
  hasFee,
}: RefundSums & { hasFee: boolean }) {
  return (
    <p>
      {isPaidOut
        ? `You were sent the money for this order already: ${dollars(takenBack)} of it is taken back from your payout account, and owed by you where that is empty. `
        : `What you are owed for this order becomes ${dollars(merchantBears)} less. `}
      {feeGivenBack > 0
        ? isPaidOut
          ? `We give you our fee of ${dollars(feeGivenBack)} for it back. `
          : `Our fee is counted on what is left, so it becomes ${dollars(feeGivenBack)} less. `
        : "No fee was taken for it. "}
      {hasFee ? feeSentence(delivery) : freeSentence(vat)}
      What the card company took for the payment is not given back; we bear it.
    </p>
  );
}
