import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { changeEmail } from "~/features/accounts/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Link } from "~/ui/link/link";
import { PasswordField } from "~/ui/password-field/password-field";
import { AccountPanel } from "../account-panel";
import { signedIn } from "../signed-in.server";

export const meta = titled("Change your email");

const HERE = "/security/email";

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await signedIn(args, HERE);
  return { email: user.email, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  await signedIn(args, HERE);
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: changeEmail, hide: ["password"] }, async (json, session, key) => {
    const { message } = await read(session.api(key).user.email.$post({ json }));
    return session.redirect("/security", { notice: `${message} Open it to use the new address.` });
  });
}

export default function ChangeEmail() {
  const { email, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: "change-email",
    lastResult: refusal?.lastResult,
  });
  return (
    <AccountPanel
      title="Change your email"
      intro={`It is ${email} until the link that we send to the new one is opened. The old one can take the change back for 7 days.`}
    >
      <PostForm form={form} idempotencyKey={key}>
        <FormErrors form={form} labels={{ email: "New email" }} />
        <TextField
          field={fields.email}
          label="New email"
          type="text"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          enterKeyHint="next"
          optional={false}
        />
        <PasswordField field={fields.password} label="Password" autoComplete="current-password" enterKeyHint="go" />
        <SubmitButton wide>Send the link</SubmitButton>
      </PostForm>
      <ul>
        <li>
          <Link to="/security">Leave it as it is</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
