import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ProofForm } from "~/routes/shared/proof/proof-form";
import { prove } from "~/routes/shared/proof/proof.server";
import { titled } from "~/routes/shared/titles";
import { afterLogin } from "~/session/areas";
import type { Refused } from "~/session/form.server";
import { AccountPanel } from "../account-panel";
import { signedIn } from "../signed-in.server";

export const meta = titled("Is it you?");

const pathOf = (asked: LoaderFunctionArgs | ActionFunctionArgs) => {
  const url = new URL(asked.request.url);
  return url.pathname + url.search;
};

export async function loader(asked: LoaderFunctionArgs) {
  const { user } = await signedIn(asked, pathOf(asked));
  return { hasFactor: user.secondFactor === "on" };
}

export async function action(asked: ActionFunctionArgs) {
  const { user } = await signedIn(asked, pathOf(asked));
  const wanted = new URL(asked.request.url).searchParams.get("redirect_uri");
  return prove(asked, (session) => session.redirect(afterLogin(user.privilege, wanted)));
}

export default function Confirm() {
  const { hasFactor } = useLoaderData<typeof loader>();
  return (
    <AccountPanel
      title="Is it you?"
      intro="You signed in a while ago. Show once more that it is you, and it goes on where you were."
    >
      <ProofForm refused={useActionData<Refused>()} hasFactor={hasFactor} />
    </AccountPanel>
  );
}
