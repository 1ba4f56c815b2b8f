import { useForm } from "@conform-to/react";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { signInCode, signInRequest } from "~/features/accounts/schema";
import { refusedBy } from "~/routes/shared/refused-by";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { goOn, type Challenge, type SignedIn } from "~/session/sign-in.server";
import { CodeField } from "~/ui/code-field/code-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { keepSignIn, keptSignIn, keptWanted, waitFor } from "../kept.server";
import { ResendCode } from "../resend-code";

export const meta = titled("Sign in: code");

export async function loader(args: LoaderFunctionArgs) {
  const pendingSignIn = await keptSignIn(await sessionOf(args), args.request);
  if (!pendingSignIn?.email) throw redirect("/login/code");
  return { email: pendingSignIn.email, wait: waitFor(pendingSignIn), resendKey: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  const pendingSignIn = await keptSignIn(await sessionOf(args), args.request);
  if (!pendingSignIn?.email) throw redirect("/login/code", 303);
  form.set("email", pendingSignIn.email);
  if (form.get("intent") === "resend")
    return answerForm(args, form, { schema: signInRequest }, async (json, session, key) => {
      const cookies = await session.client.knownBrowser();
      await read(session.api(key).user.login.code.$put({ json }));
      return session.redirect("/login/code/enter", {
        notice: "A new code is on its way.",
        cookies: [...cookies, await keepSignIn(session, json.email)],
      });
    });
  return answerForm(args, form, { schema: signInCode, hide: ["otp"] }, async (json, session) => {
    const cookies = await session.client.knownBrowser();
    const answer = await read<SignedIn | Challenge>(session.api().user.login.code.$post({ json }));
    return goOn(session, answer, await keptWanted(session, args.request), cookies);
  });
}

export default function EnterLoginCode() {
  const { email, wait, resendKey } = useLoaderData<typeof loader>();
  const refusal = refusedBy(useActionData<Refused>(), undefined);
  const [form, fields] = useForm<{ otp: string }>({ id: "enter-code", lastResult: refusal?.lastResult });
  return (
    <AccountPanel
      title="Enter the code"
      intro={
        <>
          A 5-digit code is in the mailbox of <b>{email}</b>. It is good for 10 minutes, in this browser.
        </>
      }
    >
      <PostForm form={form}>
        <FormErrors form={form} labels={{ otp: "Code" }} />
        <CodeField field={fields.otp} label="Code" />
        <SubmitButton wide>Go on</SubmitButton>
      </PostForm>
      <ResendCode wait={wait} idempotencyKey={resendKey} />
      <ul>
        <li>
          Not your address? <Link to="/login/code">Use another one</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
