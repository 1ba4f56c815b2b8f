import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { secondStepForm } from "~/features/second-factor/schema";
import { titled } from "~/routes/shared/titles";
import { forgetChallenge, keptChallenge } from "~/session/challenge.server";
import { answerForm, postedForm, type Refused } from "~/session/form.server";
import { sessionOf, type Session } from "~/session/session.server";
import { welcome } from "~/session/sign-in.server";
import { CodeField } from "~/ui/code-field/code-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { AccountPanel } from "../account-panel";

export const meta = titled("Second factor");

const HERE = "/login/second_factor";

/** The step that this browser stands before; without one it begins with the password. */
async function challengeOf(session: Session, request: Request) {
  const kept = await keptChallenge(session, request);
  if (kept) return kept;
  throw await toPassword(session, "Please sign in again.");
}

async function toPassword(session: Session, message: string, wanted: string | null = null): Promise<Response> {
  return session.redirect(wanted ? `/login?redirect_uri=${encodeURIComponent(wanted)}` : "/login", {
    notice: { type: "danger", message },
    cookies: [await forgetChallenge(session)],
  });
}

export async function loader(asked: LoaderFunctionArgs) {
  await challengeOf(await sessionOf(asked), asked.request);
  return { byRecoveryCode: new URL(asked.request.url).searchParams.get("with") === "recovery_code" };
}

export async function action(asked: ActionFunctionArgs) {
  const { challenge, wanted } = await challengeOf(await sessionOf(asked), asked.request);
  const form = await postedForm(asked.request);
  return answerForm(asked, form, { schema: secondStepForm, hide: ["code"] }, async ({ code }, session) => {
    try {
      const answer = await read(session.api().user.login["second-factor"].$post({ json: { challenge, code } }));
      return await welcome(session, answer, wanted, [await forgetChallenge(session)]);
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || !failure.is("dead_challenge")) throw failure;
      throw await toPassword(session, failure.message, wanted);
    }
  });
}

export default function SecondFactor() {
  const { byRecoveryCode } = useLoaderData<typeof loader>();
  const refused = useActionData<Refused>();
  const [form, fields] = useForm<{ code: string }>({
    id: "second-factor",
    lastResult: refused?.lastResult,
    defaultNoValidate: false,
  });
  return (
    <AccountPanel
      title={byRecoveryCode ? "Enter a recovery code" : "Enter the code of your app"}
      intro={
        byRecoveryCode
          ? "One of the ten that you were shown when you set your app up. Each works once."
          : "Your password is right. Now the 6 digits that your app shows for this shop."
      }
    >
      <PostForm form={form}>
        <FormErrors form={form} labels={{ code: "Code" }} />
        {byRecoveryCode ? (
          <TextField
            field={fields.code}
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            optional={false}
          />
        ) : (
          <CodeField field={fields.code} label="Code" length={6} />
        )}
        <SubmitButton wide>Sign In</SubmitButton>
      </PostForm>
      <ul>
        <li>
          {byRecoveryCode ? (
            <Link to={HERE}>Use a code of my app</Link>
          ) : (
            <Link to={`${HERE}?with=recovery_code`}>Use a recovery code</Link>
          )}
        </li>
        <li>
          Lost both? <Link to="/contact">Write to us</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
