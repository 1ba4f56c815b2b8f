import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { confirmAuthenticator } from "~/features/second-factor/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, postedForm, type Refused } from "~/session/form.server";
import { guarded } from "~/session/session.server";
import { CodeField } from "~/ui/code-field/code-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { RecoveryCodes } from "../recovery-codes";
import { signedIn } from "../signed-in.server";
import { qrOf } from "~/routes/shared/qr.server";
import * as styles from "./styles.css";

export const meta = titled("Set up an app");

const HERE = "/security/authenticator";

export async function loader(args: LoaderFunctionArgs) {
  const { session } = await signedIn(args, HERE);
  const calls = session.api().user["second-factor"];
  // This page also answers the last step. It then shows the recovery codes, and there is no set-up left to load.
  const { data: state } = await guarded(session, () => read(calls.$get()));
  if (state.app) return null;
  try {
    const { data } = await guarded(session, () => read(calls.authenticator.$get()));
    return { ...data, groups: data.secret.replace(/(.{4})(?=.)/g, "$1 "), qr: qrOf(data.uri) };
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 404) throw failure;
    throw await session.redirect("/security");
  }
}

export async function action(args: ActionFunctionArgs) {
  await signedIn(args, HERE);
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: confirmAuthenticator, hide: ["code"] }, async (value, session) => {
    const { codes: recoveryCodes } = await read(session.api().user["second-factor"].confirm.$post({ json: value }));
    if (recoveryCodes.length === 0)
      return session.redirect("/security", { notice: "The app is set up. Your recovery codes stay what they are." });
    return Response.json({ recoveryCodes }, { headers: { "Cache-Control": "no-store" } });
  });
}

export default function Authenticator() {
  const setUp = useLoaderData<typeof loader>();
  const answer = useActionData<Refused | { recoveryCodes: string[] }>();
  const refusal = answer && "lastResult" in answer ? answer : undefined;
  const [form, fields] = useForm<{ code: string }>({
    id: "authenticator",
    lastResult: refusal?.lastResult,
  });
  if (answer && "recoveryCodes" in answer)
    return <RecoveryCodes title="Your second factor is on" codes={answer.recoveryCodes} />;
  if (!setUp)
    return (
      <AccountPanel title="Your second factor is on" intro="Did you keep the recovery codes? If not, make new ones.">
        <ul>
          <li>
            <Link to="/security/recovery_codes">Make new recovery codes</Link>
          </li>
          <li>
            <Link to="/security">Security of your account</Link>
          </li>
        </ul>
      </AccountPanel>
    );
  const { qr, groups, uri } = setUp;
  return (
    <AccountPanel
      title="Set up an app"
      intro="Any app for one-time codes will do: Aegis, FreeOTP, Google Authenticator, 1Password. Scan this with it, then enter the code that it shows."
    >
      <svg className={styles.qr} viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="QR code for the app">
        <path d={qr.path} stroke="currentColor" strokeWidth="1" shapeRendering="crispEdges" />
      </svg>
      <p>
        On this very phone? <a href={uri}>Open it in the app</a>. Or type this key in:
      </p>
      <p className={styles.secret}>
        <code>{groups}</code>
      </p>
      <PostForm form={form}>
        <FormErrors form={form} labels={{ code: "Code" }} />
        <CodeField field={fields.code} label="Code that the app shows" length={6} />
        <SubmitButton wide>Switch on</SubmitButton>
      </PostForm>
      <ul>
        <li>
          <Link to="/security">Not now</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
