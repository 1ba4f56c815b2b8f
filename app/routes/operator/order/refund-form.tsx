import { useForm } from "@conform-to/react";
import type { OperatorOrder } from "~/features/payments/operator-schema";
import type { AskedSums, OrderRefundSums } from "~/features/refunds/schema";
import { FEE_FIELD } from "~/routes/shared/refund-choice/choice";
import { ChosenLines } from "~/routes/shared/refund-choice/chosen-lines";
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
import { PartSums } from "./part-sums";

interface RefundFormProps {
  sums: OrderRefundSums;
  asked: AskedSums;
  parts: OperatorOrder["parts"];
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** Says whether the delivery fees of these parts go back. */
function feeSentence(sums: OrderRefundSums, parts: OperatorOrder["parts"]): string {
  if (parts.every(({ deliveryFee }) => deliveryFee === 0)) return "Delivery was free, so of it nothing goes back.";
  return sums.parts.some(({ delivery }) => delivery > 0)
    ? "Delivery fees go back as far as they are named above."
    : "No delivery fee goes back.";
}

/** The sums of a refund, who bears them, and the button that refunds. */
export function RefundForm({ sums, asked, parts, refusal, idempotencyKey }: RefundFormProps) {
  const [form, fields] = useForm<{ reason: string; restock: boolean }>({
    id: "refund-now",
    lastResult: refusal?.lastResult,
  });
  const partOf = (id: string) => parts.find((part) => part._id === id);
  const wasSent = sums.parts.some(
    ({ partId, lines }) => partOf(partId)?.statusText !== "Processing" && lines.some(({ quantity }) => quantity > 0),
  );
  return (
    <Panel title="The sums" id="refund" stacked>
      {sums.parts.map((part) => (
        <PartSums key={part.partId} sums={part} storeName={partOf(part.partId)?.storeName ?? "The merchant"} />
      ))}
      <p>
        <b>
          The buyer gets {dollars(sums.amount)} back to the card
          {sums.vat > 0 ? `, of which VAT ${dollars(sums.vat)}` : ""}.
        </b>{" "}
        {feeSentence(sums, parts)} What the card company took for the payment is not given back; the marketplace bears
        it.
      </p>
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} />
        <input type="hidden" name="refunded" value={sums.refunded} />
        {asked.partId ? <input type="hidden" name="partId" value={asked.partId} /> : null}
        <ChosenLines lines={asked.lines ?? []} />
        {asked.deliveryFee ? <input type="hidden" name={FEE_FIELD} value="on" /> : null}
        {wasSent ? (
          <ChoiceField
            field={fields.restock}
            label="What was sent has come back"
            hint="Then it is for sale again."
            required={false}
          />
        ) : null}
        <TextAreaField
          field={fields.reason}
          label="Reason"
          hint="The buyer and the merchants read it in a mail."
          rows={3}
          optional={false}
        />
        <p className={classNames(small, soft)}>A refund cannot be taken back.</p>
        <SubmitButton variant="danger">Refund {dollars(sums.amount)}</SubmitButton>
      </PostForm>
    </Panel>
  );
}
