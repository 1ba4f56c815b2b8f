import { useForm } from "@conform-to/react";
import type { Trader } from "~/features/stores/trader-schema";
import { DIGITS, FreeField } from "~/routes/shared/billing/free-field";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { Fields } from "~/ui/field/field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { OpenedWith } from "~/ui/form/opened-with";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";

const LABELS = {
  name: "Name of the trader",
  address: "Postal address",
  email: "Email for everybody",
  telephone: "Phone for everybody",
  registerNumber: "Register number",
  taxNumber: "Tax number",
};

interface TraderCardProps {
  trader: Trader;
  /** Version and digests of the trader when the page was made, for `OpenedWith`. */
  opened: string;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The trader whom the stall's page, orders, invoices and mails name. */
export function TraderCard({ trader, opened, refusal, idempotencyKey }: TraderCardProps) {
  const [form, fields] = useForm<Trader>({
    id: "trader-form",
    defaultValue: trader,
    lastResult: refusal?.lastResult,
  });
  return (
    <Panel title="Who sells" id="trader" stacked>
      <p>
        Everybody sees this on your stall&rsquo;s page, on orders and on invoices. The law of the European Union asks
        traders to name themselves.
      </p>
      <PostForm form={form} action="#trader" className={stack} idempotencyKey={idempotencyKey}>
        <FormErrors form={form} labels={LABELS} />
        <OpenedWith form={form} opened={opened} conflicts={refusal?.conflicts} labels={LABELS} />
        <TextField
          field={fields.name}
          label={LABELS.name}
          hint="Of the person or the company."
          optional
          autoComplete="organization"
          enterKeyHint="next"
        />
        <TextAreaField field={fields.address} label={LABELS.address} rows={3} optional />
        <Fields>
          <FreeField
            field={fields.email}
            label={LABELS.email}
            hint="Messages reach you without it."
            optional
            inputMode="email"
            autoCapitalize="none"
            enterKeyHint="next"
          />
          <FreeField
            field={fields.telephone}
            label={LABELS.telephone}
            optional
            {...DIGITS}
            type="tel"
            enterKeyHint="next"
          />
          <TextField
            field={fields.registerNumber}
            label={LABELS.registerNumber}
            hint="With the name of the register."
            optional
            enterKeyHint="next"
          />
          <TextField field={fields.taxNumber} label={LABELS.taxNumber} optional enterKeyHint="done" />
        </Fields>
        <SubmitButton intent="trader">Save who sells</SubmitButton>
      </PostForm>
    </Panel>
  );
}
