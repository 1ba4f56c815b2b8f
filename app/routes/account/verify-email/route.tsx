import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { resend, verify } from "~/features/accounts/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { CodeField } from "~/ui/code-field/code-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { AccountPanel } from "../account-panel";
import { forgetSignUp, keepSignUp, keptSignUp, waitFor } from "../kept.server";
import { refusedBy } from "~/routes/shared/refused-by";
import { ResendCode } from "../resend-code";

export const meta = titled("Verify your email");

export async function loader(asked: LoaderFunctionArgs) {
  const kept = await keptSignUp(await sessionOf(asked), asked.request);
  return { email: kept?.email ?? null, wait: kept ? waitFor(kept) : 0, key: formKey(), resendKey: formKey() };
}

export async function action(asked: ActionFunctionArgs) {
  const form = await postedForm(asked.request);
  const kept = await keptSignUp(await sessionOf(asked), asked.request);
  if (kept) form.set("email", kept.email);
  if (form.get("intent") === "resend") {
    return answerForm(asked, form, { schema: resend }, async ({ email }, session, key) => {
      await read(session.api(key).user["resend-otp"].$put({ json: { email } }));
      return session.redirect("/signup/verify_email", {
        notice: "A new code is on its way.",
        cookies: [await keepSignUp(session, email)],
      });
    });
  }
  return answerForm(asked, form, { schema: verify }, async (value, session, key) => {
    await read(session.api(key).user.otp.$post({ json: value }));
    return session.redirect("/signup/success", { cookies: [await forgetSignUp(session)] });
  });
}

export default function VerifyEmail() {
  const { email, wait, key, resendKey } = useLoaderData<typeof loader>();
  const refused = refusedBy(useActionData<Refused>(), undefined);
  const [form, fields] = useForm<{ email: string; otp: string }>({
    id: "verify",
    lastResult: refused?.lastResult,
    defaultNoValidate: false,
  });
  return (
    <AccountPanel
      title="Verify your email"
      intro={
        email ? (
          <>
            We have sent a 5-digit code to <b>{email}</b>. It is good for 10 minutes.
          </>
        ) : (
          "Enter your email and the 5-digit code that we sent to it."
        )
      }
    >
      <PostForm form={form} idempotencyKey={key}>
        <FormErrors form={form} labels={{ otp: "Code" }} />
        {email ? null : (
          <TextField
            field={fields.email}
            label="Email"
            type="email"
            autoComplete="email"
            inputMode="email"
            enterKeyHint="next"
          />
        )}
        <CodeField field={fields.otp} label="Code" />
        <SubmitButton wide>Verify</SubmitButton>
      </PostForm>
      {email ? <ResendCode wait={wait} idempotencyKey={resendKey} /> : null}
      <ul>
        {email ? (
          <li>
            Not your address? <Link to="/signup">Sign up again</Link>
          </li>
        ) : (
          <li>
            No code? <Link to="/resend-otp">Send me a new one</Link>
          </li>
        )}
      </ul>
    </AccountPanel>
  );
}
