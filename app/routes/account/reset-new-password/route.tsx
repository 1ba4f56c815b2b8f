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
import { forgetReset, keepReset, keptReset, linkIn } from "../kept.server";

export const meta = titled("Reset password: new password");

/** The reset whose code was found right. Otherwise redirects to the step that is missing. */
async function provenReset(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const pendingReset = await keptReset(await sessionOf(args), args.request);
  if (!pendingReset) throw redirect("/reset_password", 303);
  if (!pendingReset.otp && !pendingReset.link && !pendingReset.proven)
    throw redirect("/reset_password/verification", 303);
  return pendingReset;
}

export async function loader(args: LoaderFunctionArgs) {
  const link = linkIn(args.request);
  if (link) {
    const session = await sessionOf(args);
    const cookies = [await keepReset(session, { email: "", sentAt: 0, link })];
    throw await session.redirect("/reset_password/newPassword", { cookies });
  }
  const { otp, proven } = await provenReset(args);
  return { key: formKey(), backHref: otp ? "/reset_password/verification" : proven ? null : "/reset_password" };
}

export async function action(args: ActionFunctionArgs) {
  const { email, otp, link } = await provenReset(args);
  return answerForm(
    args,
    await postedForm(args.request),
    { schema: newPasswordForm, hide: ["password", "confirmPassword"] },
    async ({ password }, session, key) => {
      const cookies = await session.client.knownBrowser();
      const { user } = session.api(key);
      if (otp) await read(user["reset-password"].$post({ json: { email, otp, password } }));
      else if (link) await read(user["reset-password"].link.$post({ json: { link, password } }));
      else await read(user["first-password"].$post({ json: { email, password } }));
      cookies.push(await forgetReset(session));
      return session.redirect("/reset_password/success", { cookies });
    },
  );
}

interface Passwords {
  password: string;
  confirmPassword: string;
}

export default function ResetNewPassword() {
  const { key, backHref } = useLoaderData<typeof loader>();
  const refusal = useActionData<Refused>();
  const [form, fields] = useForm<Passwords>({
    id: "new-password",
    lastResult: refusal?.lastResult,
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
          repeats={fields.password}
        />
        <div className={pair}>
          {backHref ? (
            <ButtonLink to={backHref} variant="quiet">
              Back
            </ButtonLink>
          ) : null}
          <SubmitButton>Save password</SubmitButton>
        </div>
      </PostForm>
    </AccountPanel>
  );
}
