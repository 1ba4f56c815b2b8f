import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { addPasskeyForm } from "~/features/second-factor/passkey-schema";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { answerForm, postedForm, type Refused } from "~/session/form.server";
import { guarded } from "~/session/session.server";
import { TextField } from "~/ui/field/text-field";
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { PasskeyForm } from "../passkey-form";
import { RecoveryCodes } from "../recovery-codes";
import { signedIn } from "../signed-in.server";
import { PasskeyList } from "./passkey-list";

export const meta = titled("Passkeys");

const HERE = "/security/passkeys";

export async function loader(args: LoaderFunctionArgs) {
  const { session } = await signedIn(args, HERE);
  const { data } = await guarded(session, () => read(session.api().user["second-factor"].$get()));
  return {
    work: data.passkeysWork,
    passkeys: data.passkeys.map(({ _id, name, createdAt, lastUsedAt }) => ({
      _id,
      name,
      added: dayOf(session, createdAt),
      lastUsed: lastUsedAt && dayOf(session, lastUsedAt),
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { session } = await signedIn(args, HERE);
  const form = await postedForm(args.request);
  const calls = session.api().user["second-factor"].passkeys;
  const passkeyId = form.get("remove");
  if (typeof passkeyId === "string") {
    try {
      const { message } = await guarded(session, () => read(calls[":id"].$delete({ param: { id: passkeyId } })));
      return await session.redirect(HERE, { notice: message });
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
      // It is removed already, perhaps by this very form, whose answer was lost.
      if (failure.status === 404) return session.redirect(HERE, { notice: "The passkey is removed." });
      return session.redirect(HERE, { notice: { type: "danger", message: failure.message } });
    }
  }
  return answerForm(args, form, { schema: addPasskeyForm, hide: ["passkey"] }, async ({ name, passkey }) => {
    const { codes: recoveryCodes } = await read(calls.$post({ json: { name, credential: passkey } }));
    if (recoveryCodes.length === 0) return session.redirect(HERE, { notice: "The passkey is added." });
    return Response.json({ recoveryCodes }, { headers: { "Cache-Control": "no-store" } });
  });
}

export default function Passkeys() {
  const { work, passkeys } = useLoaderData<typeof loader>();
  const answer = useActionData<Refused | { recoveryCodes: string[] }>();
  const refusal = answer && "lastResult" in answer ? answer : undefined;
  const [form, fields] = useForm<{ name: string; passkey: string }>({
    id: "passkey",
    lastResult: refusal?.lastResult,
  });
  if (answer && "recoveryCodes" in answer)
    return <RecoveryCodes title="Your second factor is on" codes={answer.recoveryCodes} />;
  return (
    <AccountPanel
      title="Passkeys"
      intro="A passkey is a key that your phone, your computer or a key on your ring keeps for you. At each sign-in it shows, after your password, that it is you: by a finger, your face, a PIN or a touch."
    >
      <PasskeyList passkeys={passkeys} />
      {work ? (
        <PasskeyForm
          form={form}
          how="create"
          address="/security/passkeys/options"
          button="Add a passkey"
          without={
            <>
              Passkeys need scripts, and your browser runs none here. What works without:{" "}
              <Link to="/security">an app that shows codes</Link>.
            </>
          }
        >
          <TextField
            field={fields.name}
            label="What you call it"
            hint="The device, perhaps: My phone."
            enterKeyHint="done"
            optional={false}
          />
        </PasskeyForm>
      ) : (
        <p>Passkeys need an address with a name and https, which this shop has not. Set up an app instead.</p>
      )}
      <ul>
        <li>
          <Link to="/security">Security of your account</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
