import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { resend } from "~/features/accounts/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { keepSignUp } from "../kept.server";

export const meta = titled("Send the code again");

export function loader() {
  return { key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, await postedForm(args.request), { schema: resend }, async ({ email }, session, key) => {
    const cookies = await session.client.knownBrowser();
    const { message } = await read(session.api(key).user["resend-otp"].$put({ json: { email } }));
    return session.redirect("/signup/verify_email", {
      notice: message,
      cookies: [...cookies, await keepSignUp(session, email)],
    });
  });
}

export default function ResendVerification() {
  const { key } = useLoaderData<typeof loader>();
  const refusal = useActionData<Refused>();
  const [form, fields] = useForm<{ email: string }>({
    id: "resend-code",
    lastResult: refusal?.lastResult,
  });
  return (
    <AccountPanel
      title="Send the code again"
      intro="Enter the email you signed up with. If it still waits to be verified, we mail you a new code."
    >
      <PostForm form={form} idempotencyKey={key}>
        <FormErrors form={form} />
        <TextField
          field={fields.email}
          label="Email"
          type="text"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="send"
        />
        <SubmitButton wide>Submit</SubmitButton>
      </PostForm>
      <ul>
        <li>
          Verified already? <Link to="/login">Sign In</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
