import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { read } from "~/api/client";
import { signInRequest } from "~/features/accounts/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { useLoaderData } from "@remix-run/react";
import { AccountPanel } from "../account-panel";
import { keepSignIn, keepWanted } from "../kept.server";
import { SignInAgain } from "../sign-in-again";
import { useOnwards } from "../use-onwards";

export const meta = titled("Sign in by mail");

export const loader = () => ({ key: formKey() });

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, await postedForm(args.request), { schema: signInRequest }, async (json, session, key) => {
    const cookies = await session.client.knownBrowser();
    await read(session.api(key).user.login.code.$put({ json }));
    return session.redirect("/login/code/enter", {
      cookies: [...cookies, await keepSignIn(session, json.email), await keepWanted(session, args.request)],
    });
  });
}

export default function LoginCode() {
  const { key } = useLoaderData<typeof loader>();
  const refusal = useActionData<Refused>();
  const onwards = useOnwards();
  const [form, fields] = useForm<{ email: string }>({ id: "login-code", lastResult: refusal?.lastResult });
  return (
    <AccountPanel
      title="Sign in by mail"
      intro="We mail you a code, and no password is needed. If you are new here, your account begins with it."
    >
      <SignInAgain />
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
        <SubmitButton wide>Send me a code</SubmitButton>
      </PostForm>
      <ul>
        <li>
          <Link to={onwards("/login/customer")}>Sign in with your password</Link>
        </li>
        <li>
          New here, and you want a password? <Link to={onwards("/signup/customer")}>Register</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
