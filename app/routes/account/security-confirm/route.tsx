import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ProofForm } from "~/routes/shared/proof/proof-form";
import { prove } from "~/routes/shared/proof/proof.server";
import { titled } from "~/routes/shared/titles";
import { afterLogin, localPath } from "~/session/areas";
import { formKey, postedForm, type Refused } from "~/session/form.server";
import { fieldsForProof, TARGET } from "~/session/kept-form.server";
import { AccountPanel } from "../account-panel";
import { signedIn } from "../signed-in.server";

export const meta = titled("Is it you?");

const pathOf = (args: LoaderFunctionArgs | ActionFunctionArgs) => {
  const url = new URL(args.request.url);
  return url.pathname + url.search;
};

export async function loader(args: LoaderFunctionArgs) {
  const { session, user } = await signedIn(args, pathOf(args));
  const fields = await fieldsForProof(args.request, session.api());
  return { hasFactor: user.secondFactor === "on", fields, key: formKey() };
}

/** Continues with the form that waits. 307 makes the browser post it to its first target, with this page's fields. */
export async function action(args: ActionFunctionArgs) {
  const { user } = await signedIn(args, pathOf(args));
  const query = new URL(args.request.url).searchParams;
  const target = localPath(String((await postedForm(args.request)).get(TARGET) ?? ""));
  return prove(args, (session) =>
    target
      ? Promise.resolve(new Response(null, { status: 307, headers: { Location: target } }))
      : session.redirect(afterLogin(user.privilege, query.get("redirect_uri"))),
  );
}

export default function Confirm() {
  const { hasFactor, fields, key } = useLoaderData<typeof loader>();
  return (
    <AccountPanel
      title="Is it you?"
      intro={
        fields.length > 0
          ? "This needs a fresh proof that it is you. Give it, and what you have just sent is done. Nothing that you typed is lost."
          : "You signed in a while ago. Show once more that it is you, and it goes on where you were."
      }
    >
      <ProofForm refusal={useActionData<Refused>()} hasFactor={hasFactor} fields={fields} idempotencyKey={key} />
    </AccountPanel>
  );
}
