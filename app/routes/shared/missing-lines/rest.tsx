import { useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import type { Missing } from "~/features/merchant-orders/missing-schema";
import type { RefundLine } from "~/features/refunds/schema";
import { Choice } from "~/routes/shared/way-times/slot-choices";
import type { Refused } from "~/session/form.server";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { ChoiceField } from "~/ui/field/choice-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { SubmitButton } from "~/ui/form/submit-button";
import { QuickSums } from "~/ui/hand-over/quick-sums";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { Sums } from "~/ui/sums/sums";

/** The sums of what is missing from orders that are handed over together, in dollars. */
export interface MissingSums {
  lines: { what: string; amount: number }[];
  /** The delivery fees of parts of which everything that was left is missing. */
  fee: number;
  amount: number;
  /** The paid part of the amount, which is refunded. */
  back: number;
  /** Whether something is to be paid at the hand-over. */
  isToPay: boolean;
  /** The sum to be paid for the rest, in cents. */
  dueCents: number;
}

const REASONS = [
  ["broken", "It is broken"],
  ["forgotten", "It was not brought along"],
  ["sold_out", "There is none left"],
] as const;

/** The form that hands the rest over. The code or the ids of the parts are its hidden fields. */
export function useRestForm(refusal: Refused | undefined) {
  // The fields refer to their form by this id. The id "rest" is already that of the panel around the form.
  const [form, fields] = useForm<{ given?: string; missing: Missing }>({
    id: "hand-over-rest",
    lastResult: refusal?.lastResult,
  });
  return { form, missing: fields.missing.getFieldset(), given: fields.given };
}

/** The sum that is refunded or need not be paid, above the form that hands the rest over. */
export function RestPanel({ sums, children }: { sums: MissingSums; children: ReactNode }) {
  const { back, fee, isToPay, dueCents } = sums;
  return (
    <Panel title="The sums" id="rest" stacked>
      <Sums
        rows={[
          ...sums.lines.map((line) => ({ label: line.what, value: dollars(line.amount) })),
          ...(fee > 0 ? [{ label: "Delivery fee", value: dollars(fee) }] : []),
          ...(back > 0 ? [{ label: "The customer gets back", value: dollars(back), total: true }] : []),
          ...(isToPay ? [{ label: "To be paid now", value: dollars(dueCents / 100), total: true }] : []),
        ]}
      />
      {children}
    </Panel>
  );
}

interface RestFieldsProps extends ReturnType<typeof useRestForm> {
  sums: MissingSums;
  lines: RefundLine[];
  /** The label of the box that puts pieces back into the stock. */
  restockLabel: string;
}

/** The missing lines, the reason, the sum given, and the button that hands the rest over. */
export function RestFields({ form, missing, given, sums, lines, restockLabel }: RestFieldsProps) {
  const reason = missing.reason.initialValue ?? "broken";
  const { amount, isToPay, dueCents } = sums;
  return (
    <>
      <FormErrors form={form} labels={{ given: "Sum given", "missing.reason": "Why it is missing" }} />
      <input type="hidden" name="missing.amount" value={amount} />
      {lines.map(({ lineId, quantity }, place) => (
        <div key={lineId} hidden>
          <input type="hidden" name={`missing.lines[${place}].lineId`} value={lineId} />
          <input type="hidden" name={`missing.lines[${place}].quantity`} value={quantity} />
        </div>
      ))}
      <h3>Why it is missing</h3>
      <p className={classNames(small, soft)}>The customer reads it.</p>
      {REASONS.map(([value, title]) => (
        <Choice key={value} name="missing.reason" value={value} isChosen={reason === value} title={title} />
      ))}
      <ChoiceField
        field={missing.restock}
        label={restockLabel}
        hint="Only if they can be sold. Without a tick the stock stays as it is."
        required={false}
      />
      {isToPay ? <TextField field={given} label="Sum given" inputMode="decimal" optional={false} /> : null}
      <p className={classNames(small, soft)}>What goes back cannot be taken back.</p>
      <SubmitButton>Hand over the rest</SubmitButton>
      {isToPay ? (
        <>
          <p>Or press the sum given, which hands over:</p>
          <QuickSums dueCents={dueCents} />
        </>
      ) : null}
    </>
  );
}
