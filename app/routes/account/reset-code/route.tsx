import { useForm } from "@conform-to/react";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { resetCheck, resetRequest } from "~/features/accounts/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { CodeField } from "~/ui/code-field/code-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { keepReset, keptReset, waitFor } from "../kept.server";
import { refusedBy } from "~/routes/shared/refused-by";
import { ResendCode } from "../resend-code";

export const meta = titled("Reset password: code");

export async function loader(args: LoaderFunctionArgs) {
  const pendingReset = await keptReset(await sessionOf(args), args.request);
  if (!pendingReset?.email) throw redirect("/reset_password");
  return { email: pendingReset.email, wait: waitFor(pendingReset), key: formKey(), resendKey: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  const pendingReset = await keptReset(await sessionOf(args), args.request);
  if (!pendingReset?.email) throw redirect("/reset_password", 303);
  form.set("email", pendingReset.email);
  if (form.get("intent") === "resend") {
    return answerForm(args, form, { schema: resetRequest }, async ({ email }, session, key) => {
      const cookies = await session.client.knownBrowser();
      await read(session.api(key).user["reset-password"].$put({ json: { email } }));
      return session.redirect("/reset_password/verification", {
        notice: "A new code is on its way.",
        cookies: [...cookies, await keepReset(session, { email, sentAt: Date.now() })],
      });
    });
  }
  return answerForm(args, form, { schema: resetCheck }, async (value, session, key) => {
    await read(session.api(key).user["reset-password"].verify.$post({ json: value }));
    return session.redirect("/reset_password/newPassword", {
      cookies: [await keepReset(session, { ...pendingReset, otp: value.otp })],
    });
  });
}

export default function ResetCode() {
  const { email, wait, key, resendKey } = useLoaderData<typeof loader>();
  const refusal = refusedBy(useActionData<Refused>(), undefined);
  const [form, fields] = useForm<{ otp: string }>({
    id: "reset-code",
    lastResult: refusal?.lastResult,
  });
  return (
    <AccountPanel
      title="Enter the code"
      intro={
        <>
          If <b>{email}</b> has an account, a 5-digit code is in its mailbox. It is good for 10 minutes.
        </>
      }
    >
      <PostForm form={form} idempotencyKey={key}>
        <FormErrors form={form} labels={{ otp: "Code" }} />
        <CodeField field={fields.otp} label="Code" />
        <SubmitButton wide>Continue</SubmitButton>
      </PostForm>
      <ResendCode wait={wait} idempotencyKey={resendKey} />
      <ul>
        <li>
          Not your address? <Link to="/reset_password">Use another one</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
