import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { customerSignUpForm } from "~/features/accounts/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { PasswordField } from "~/ui/password-field/password-field";
import { AccountPanel } from "../account-panel";
import { keepSignUp, keepWanted } from "../kept.server";
import { useOnwards } from "../use-onwards";

export const meta = titled("Create Account");

export function loader() {
  return { key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(
    args,
    await postedForm(args.request),
    { schema: customerSignUpForm, hide: ["password"] },
    async (value, session, key) => {
      const cookies = await session.client.knownBrowser();
      await read(session.api(key).user.$post({ json: { ...value, privilege: "buyer" } }));
      cookies.push(await keepSignUp(session, value.email), await keepWanted(session, args.request));
      return session.redirect("/signup/verify_email", { cookies });
    },
  );
}

interface Fields {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export default function SignUpCustomer() {
  const { key } = useLoaderData<typeof loader>();
  const refusal = useActionData<Refused>();
  const onwards = useOnwards();
  const [form, fields] = useForm<Fields>({ id: "sign-up", lastResult: refusal?.lastResult });
  return (
    <AccountPanel title="Create Account" intro="So that we know whom to deliver to.">
      <PostForm form={form} idempotencyKey={key}>
        <FormErrors form={form} />
        <TextField field={fields.firstName} label="First name" autoComplete="given-name" enterKeyHint="next" />
        <TextField field={fields.lastName} label="Last name" autoComplete="family-name" enterKeyHint="next" />
        <TextField
          field={fields.email}
          label="Email"
          type="text"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          enterKeyHint="next"
          hint="We mail you a code to make sure it is yours."
        />
        <PasswordField
          field={fields.password}
          label="Password"
          autoComplete="new-password"
          enterKeyHint="go"
          hint="At least 8 characters. A few words in a row are easy to keep in mind."
        />
        <SubmitButton wide>Create Account</SubmitButton>
      </PostForm>
      <ul>
        <li>
          Have an account already? <Link to={onwards("/login/customer")}>Sign In</Link>
        </li>
        <li>
          Want to sell? <Link to={onwards("/signup/merchant")}>Open a stall</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
