import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { resend, verify, verifyLink } from "~/features/accounts/schema";
import { refusedBy } from "~/routes/shared/refused-by";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { sessionOf, type Session } from "~/session/session.server";
import { CodeField } from "~/ui/code-field/code-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { forgetSignUp, keepReset, keepSignUp, keepSignUpLink, keptSignUp, linkIn, waitFor } from "../kept.server";
import { ResendCode } from "../resend-code";

export const meta = titled("Verify your email");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const link = linkIn(args.request);
  // Opening the link verifies nothing yet, because programs that check mails open every link.
  if (link) throw await session.redirect("/signup/verify_email", { cookies: [await keepSignUpLink(session, link)] });
  const pendingSignUp = await keptSignUp(session, args.request);
  return {
    email: pendingSignUp?.email || null,
    byLink: pendingSignUp?.link !== undefined,
    wait: pendingSignUp ? waitFor(pendingSignUp) : 0,
    key: formKey(),
    resendKey: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  const pendingSignUp = await keptSignUp(await sessionOf(args), args.request);
  if (pendingSignUp?.email) form.set("email", pendingSignUp.email);
  if (pendingSignUp?.link) {
    form.set("link", pendingSignUp.link);
    return answerForm(args, form, { schema: verifyLink }, async (value, session, key) => {
      const cookies = await session.client.knownBrowser();
      return verified(session, await read(session.api(key).user.otp.link.$post({ json: value })), cookies);
    });
  }
  if (form.get("intent") === "resend") {
    return answerForm(args, form, { schema: resend }, async ({ email }, session, key) => {
      const cookies = await session.client.knownBrowser();
      await read(session.api(key).user["resend-otp"].$put({ json: { email } }));
      return session.redirect("/signup/verify_email", {
        notice: "A new code is on its way.",
        cookies: [...cookies, await keepSignUp(session, email)],
      });
    });
  }
  return answerForm(args, form, { schema: verify }, async (value, session, key) => {
    const cookies = await session.client.knownBrowser();
    return verified(session, await read(session.api(key).user.otp.$post({ json: value })), cookies);
  });
}

/** Leads to sign-in, or to choosing a password if the sign-up began in another browser. */
async function verified(
  session: Session,
  { email, choosePassword }: { email: string; choosePassword: boolean },
  cookies: string[],
) {
  cookies.push(await forgetSignUp(session));
  if (!choosePassword) return session.redirect("/signup/success", { cookies });
  cookies.push(await keepReset(session, { email, sentAt: 0, proven: true }));
  return session.redirect("/reset_password/newPassword", {
    notice: "Your email is verified. Now choose a password.",
    cookies,
  });
}

export default function VerifyEmail() {
  const { email, byLink, wait, key, resendKey } = useLoaderData<typeof loader>();
  const refusal = refusedBy(useActionData<Refused>(), undefined);
  const [form, fields] = useForm<{ email: string; otp: string }>({
    id: "verify",
    lastResult: refusal?.lastResult,
  });
  return (
    <AccountPanel
      title="Verify your email"
      intro={
        byLink ? (
          "One press, and the email that this link was sent to is verified."
        ) : email ? (
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
        {email || byLink ? null : (
          <TextField
            field={fields.email}
            label="Email"
            type="text"
            autoComplete="email"
            inputMode="email"
            enterKeyHint="next"
          />
        )}
        {byLink ? null : <CodeField field={fields.otp} label="Code" />}
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
