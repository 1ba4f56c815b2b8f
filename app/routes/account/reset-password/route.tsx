import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { resetRequest } from "~/features/accounts/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { keepReset, keptReset } from "../kept.server";

export const meta = titled("Reset password");

export async function loader(args: LoaderFunctionArgs) {
  const pendingReset = await keptReset(await sessionOf(args), args.request);
  return { email: pendingReset?.email || null, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, await postedForm(args.request), { schema: resetRequest }, async ({ email }, session, key) => {
    const cookies = await session.client.knownBrowser();
    const { message } = await read(session.api(key).user["reset-password"].$put({ json: { email } }));
    return session.redirect("/reset_password/verification", {
      notice: message,
      cookies: [...cookies, await keepReset(session, { email, sentAt: Date.now() })],
    });
  });
}

export default function ResetPassword() {
  const { email, key } = useLoaderData<typeof loader>();
  const refusal = useActionData<Refused>();
  const [form, fields] = useForm<{ email: string }>({
    id: "reset",
    lastResult: refusal?.lastResult,
  });
  return (
    <AccountPanel
      title="Reset password"
      intro="Enter the email of your account and we mail you a code for a new password."
    >
      <PostForm form={form} idempotencyKey={key}>
        <FormErrors form={form} />
        <TextField
          field={fields.email}
          label="Email"
          type="text"
          autoComplete="username"
          inputMode="email"
          enterKeyHint="send"
        />
        <SubmitButton wide>Send code</SubmitButton>
      </PostForm>
      <ul>
        {email ? (
          <li>
            Code for {email} at hand? <Link to="/reset_password/verification">Enter it</Link>
          </li>
        ) : null}
        <li>
          Remembered it? <Link to="/login">Sign In</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
