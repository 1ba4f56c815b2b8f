import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { usePasskeyForm } from "~/features/second-factor/passkey-schema";
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
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { PasskeyForm } from "../passkey-form";

export const meta = titled("Second factor");

const HERE = "/login/second_factor";

/** The second step that waits in this browser. Without one, signing in begins again with the password. */
async function challengeOf(session: Session, request: Request) {
  const pendingChallenge = await keptChallenge(session, request);
  if (pendingChallenge) return pendingChallenge;
  throw await toPassword(session, "Please sign in again.");
}

async function toPassword(session: Session, message: string, factor: string | null = null): Promise<Response> {
  return session.redirect(factor ? `/login?redirect_uri=${encodeURIComponent(factor)}` : "/login", {
    notice: { type: "danger", message },
    cookies: [await forgetChallenge(session)],
  });
}

type Way = "passkey" | "app" | "recovery_code";

export async function loader(args: LoaderFunctionArgs) {
  const { ways } = await challengeOf(await sessionOf(args), args.request);
  const requestedWay = new URL(args.request.url).searchParams.get("with");
  const open: Way[] = [
    ...(ways.passkey ? ["passkey" as const] : []),
    ...(ways.app ? ["app" as const] : []),
    "recovery_code",
  ];
  const way = open.find((one) => one === requestedWay) ?? open[0]!;
  return { way, others: open.filter((one) => one !== way) };
}

export async function action(args: ActionFunctionArgs) {
  const { challenge, wanted } = await challengeOf(await sessionOf(args), args.request);
  const form = await postedForm(args.request);
  const schema = form.has("passkey") ? usePasskeyForm : secondStepForm;
  return answerForm(args, form, { schema, hide: ["code", "passkey"] }, async (proof, session) => {
    try {
      const json = { challenge, ...proof };
      const answer = await read(session.api().user.login["second-factor"].$post({ json }));
      return await welcome(session, answer, wanted, [await forgetChallenge(session)]);
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || !failure.is("dead_challenge")) throw failure;
      throw await toPassword(session, failure.message, wanted);
    }
  });
}

const TELLS: Record<Way, { title: string; intro: string; link: string }> = {
  passkey: {
    title: "Use your passkey",
    intro: "Your password is right. Now show by a passkey of yours that it is you.",
    link: "Use a passkey",
  },
  app: {
    title: "Enter the code of your app",
    intro: "Your password is right. Now the 6 digits that your app shows for this shop.",
    link: "Use a code of my app",
  },
  recovery_code: {
    title: "Enter a recovery code",
    intro: "One of the ten that you were shown when you set your second factor up. Each works once.",
    link: "Use a recovery code",
  },
};

export default function SecondFactor() {
  const { way, others } = useLoaderData<typeof loader>();
  const refusal = useActionData<Refused>();
  const [form, fields] = useForm<{ code: string }>({
    id: "second-factor",
    lastResult: refusal?.lastResult,
  });
  return (
    <AccountPanel title={TELLS[way].title} intro={TELLS[way].intro}>
      {way === "passkey" ? (
        <PasskeyForm
          form={form}
          how="get"
          address={`${HERE}/options`}
          button="Use my passkey"
          without={`Passkeys need scripts, and your browser runs none here. What works without: ${others.includes("app") ? "a code of your app, or " : ""}a recovery code.`}
        />
      ) : (
        <PostForm form={form}>
          <FormErrors form={form} labels={{ code: "Code" }} />
          {way === "recovery_code" ? (
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
      )}
      <ul>
        {others.map((otherWay) => (
          <li key={otherWay}>
            <Link to={`${HERE}?with=${otherWay}`}>{TELLS[otherWay].link}</Link>
          </li>
        ))}
        <li>
          Lost them all? <Link to="/contact">Write to us</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
