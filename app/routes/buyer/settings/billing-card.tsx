import { useForm } from "@conform-to/react";
import type { Billing } from "~/features/accounts/schema";
import { BillingFields, billingLabels } from "~/routes/shared/billing/billing-fields";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { FormErrors } from "~/ui/form/form-errors";
import { OpenedWith } from "~/ui/form/opened-with";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";

interface BillingCardProps {
  billing: Billing;
  countries: string[];
  regions: string[];
  /** Version and digests of the address when the page was made, for `OpenedWith`. */
  opened: string;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

export function BillingCard({ billing, opened, countries, regions, refusal, idempotencyKey }: BillingCardProps) {
  const [form, fields] = useForm<Billing>({
    id: "billing-address",
    defaultValue: billing,
    lastResult: refusal?.lastResult,
  });
  return (
    <Panel title="Billing Address" id="billing" stacked>
      <p className={soft}>Checkout starts from what you fill in here. Nothing of it is required.</p>
      <PostForm form={form} action="#billing" className={stack} enterIntent="billing" idempotencyKey={idempotencyKey}>
        <FormErrors form={form} labels={billingLabels()} />
        <OpenedWith form={form} opened={opened} conflicts={refusal?.conflicts} labels={billingLabels()} />
        <BillingFields fields={fields} countries={countries} regions={regions} />
        <SubmitButton intent="billing">Save Changes</SubmitButton>
      </PostForm>
    </Panel>
  );
}
