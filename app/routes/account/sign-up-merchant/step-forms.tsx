import { useForm } from "@conform-to/react";
import type { SignUpDraft } from "~/features/accounts/schema";
import { FreeField } from "~/routes/shared/billing/free-field";
import type { Refused } from "~/session/form.server";
import { CheckboxGroupField } from "~/ui/field/choice-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { DROPS_DRAFTS } from "~/ui/page-scripts/contract";
import { PasswordField } from "~/ui/password-field/password-field";
import { pair } from "../account-panel.css";

interface StepProps {
  draft: SignUpDraft;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** Step 1. The service checks every step, so that its own messages also show without scripts. */
export function PersonForm({ draft, refusal, idempotencyKey }: StepProps) {
  const { firstName, lastName, email } = draft;
  const [step, fields] = useForm<{ firstName: string; lastName: string; email: string }>({
    id: "person",
    lastResult: refusal?.lastResult,
    defaultValue: { firstName, lastName, email },
  });
  return (
    <PostForm form={step} noValidate idempotencyKey={idempotencyKey}>
      <FormErrors form={step} />
      <TextField field={fields.firstName} label="First name" autoComplete="given-name" enterKeyHint="next" />
      <TextField field={fields.lastName} label="Last name" autoComplete="family-name" enterKeyHint="next" />
      <TextField
        field={fields.email}
        label="Email"
        type="text"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        enterKeyHint="go"
        hint="We mail you a code to make sure it is yours."
      />
      <SubmitButton wide intent="next">
        Continue
      </SubmitButton>
    </PostForm>
  );
}

export function StoreForm({
  draft,
  refusal,
  idempotencyKey,
  categories,
}: StepProps & { categories: { value: string; label: string }[] }) {
  const { storeName, businessAddress, businessCategory } = draft;
  const [step, fields] = useForm<{ storeName: string; businessAddress: string; businessCategory: string[] }>({
    id: "store",
    lastResult: refusal?.lastResult,
    defaultValue: { storeName, businessAddress, businessCategory },
  });
  return (
    <PostForm form={step} action="?step=2" noValidate idempotencyKey={idempotencyKey} enterIntent="next">
      <FormErrors form={step} labels={{ businessCategory: "Business categories" }} />
      <FreeField field={fields.storeName} label="Store name" optional autoComplete="organization" enterKeyHint="next" />
      <FreeField
        field={fields.businessAddress}
        label="Business address"
        optional
        autoComplete="street-address"
        enterKeyHint="next"
      />
      <CheckboxGroupField
        field={fields.businessCategory}
        label="Business categories"
        optional={false}
        hint="What you sell. You can change it later."
        options={categories}
      />
      <div className={pair}>
        <SubmitButton variant="quiet" intent="back" formNoValidate>
          Back
        </SubmitButton>
        <SubmitButton intent="next">Continue</SubmitButton>
      </div>
    </PostForm>
  );
}

interface SignIn {
  username: string;
  password: string;
  confirmPassword: string;
}

export function SignInForm({ draft, refusal, idempotencyKey }: StepProps) {
  const [step, fields] = useForm<SignIn>({
    id: "sign-in",
    lastResult: refusal?.lastResult,
    defaultValue: { username: draft.username },
  });
  return (
    <PostForm form={step} action="?step=3" noValidate idempotencyKey={idempotencyKey} enterIntent="next">
      <FormErrors form={step} labels={{ confirmPassword: "Confirm password" }} />
      <FreeField
        field={fields.username}
        label="Username"
        optional
        autoComplete="username"
        autoCapitalize="none"
        enterKeyHint="next"
      />
      <PasswordField
        field={fields.password}
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters. A few words in a row are easy to keep in mind."
      />
      <PasswordField
        field={fields.confirmPassword}
        label="Confirm password"
        autoComplete="new-password"
        enterKeyHint="go"
        hint="The same once more."
        repeats={fields.password}
      />
      <div className={pair}>
        <SubmitButton variant="quiet" intent="back" formNoValidate>
          Back
        </SubmitButton>
        <SubmitButton intent="next">Create Account</SubmitButton>
      </div>
    </PostForm>
  );
}

/** For a person who finds on a shared phone what another person has typed. */
export function StartOver() {
  return (
    <PostForm action="?step=1" {...{ [DROPS_DRAFTS]: "" }}>
      <SubmitButton variant="quiet" wide intent="forget">
        Not you? Start over
      </SubmitButton>
    </PostForm>
  );
}
