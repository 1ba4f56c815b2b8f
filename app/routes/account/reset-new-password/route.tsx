import { useForm } from "@conform-to/react";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { newPasswordForm } from "~/features/accounts/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { PasswordField } from "~/ui/password-field/password-field";
import { AccountPanel } from "../account-panel";
import { pair } from "../account-panel.css";
import { forgetReset, keptReset } from "../kept.server";
import { checkMatching, differ } from "~/routes/shared/matching-passwords";

export const meta = titled("Reset password: new password");

/** The reset, its code found right; without one the way leads back to the step that is missing. */
async function provenReset(asked: LoaderFunctionArgs | ActionFunctionArgs) {
  const kept = await keptReset(await sessionOf(asked), asked.request);
  if (!kept) throw redirect("/reset_password", 303);
  if (!kept.otp) throw redirect("/reset_password/verification", 303);
  return { email: kept.email, otp: kept.otp };
}

export async function loader(asked: LoaderFunctionArgs) {
  await provenReset(asked);
  return { key: formKey() };
}

export async function action(asked: ActionFunctionArgs) {
  const proven = await provenReset(asked);
  return answerForm(
    asked,
    await postedForm(asked.request),
    { schema: newPasswordForm, hide: ["password", "confirmPassword"] },
    async ({ password }, session, key) => {
      await read(session.api(key).user["reset-password"].$post({ json: { ...proven, password } }));
      return session.redirect("/reset_password/success", { cookies: [await forgetReset(session)] });
    },
  );
}

interface Passwords extends Record<string, unknown> {
  password: string;
  confirmPassword: string;
}

export default function ResetNewPassword() {
  const { key } = useLoaderData<typeof loader>();
  const refused = useActionData<Refused>();
  const [form, fields] = useForm<Passwords>({
    id: "new-password",
    lastResult: refused?.lastResult,
    defaultNoValidate: false,
    shouldValidate: "onInput",
    onValidate: ({ formData }) => checkMatching<Passwords>(formData, "password", "confirmPassword"),
  });
  return (
    <AccountPanel title="New password" intro="Choose a password of at least 8 characters.">
      <PostForm form={form} idempotencyKey={key}>
        <FormErrors form={form} labels={{ password: "New password", confirmPassword: "Confirm password" }} />
        <PasswordField field={fields.password} label="New password" autoComplete="new-password" />
        <PasswordField
          field={fields.confirmPassword}
          label="Confirm password"
          autoComplete="new-password"
          enterKeyHint="go"
        />
        <div className={pair}>
          <ButtonLink to="/reset_password/verification" variant="quiet">
            Back
          </ButtonLink>
          <SubmitButton disabled={differ(fields.password.value, fields.confirmPassword.value)}>
            Save password
          </SubmitButton>
        </div>
      </PostForm>
    </AccountPanel>
  );
}
