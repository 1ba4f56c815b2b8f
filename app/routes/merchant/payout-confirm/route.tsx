import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { CardProviderHandle } from "~/routes/shared/card-provider-handle";
import { NarrowPage } from "~/routes/shared/narrow-page";
import { ProofForm } from "~/routes/shared/proof/proof-form";
import { prove } from "~/routes/shared/proof/proof.server";
import { titled } from "~/routes/shared/titles";
import type { Refused } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { begin } from "../payout-account/begin.server";

export const meta = titled("Is it you?");
/** The button leads to the provider. */
export const handle: CardProviderHandle = { cardProvider: "payouts" };

export async function loader(args: LoaderFunctionArgs) {
  const user = await (await sessionOf(args)).require("merchant");
  return { hasFactor: user.secondFactor === "on" };
}

/** After the proof, redirects to the provider's page that the merchant asked for. */
export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  return prove(args, (session) => begin(session));
}

export default function PayoutConfirm() {
  const { hasFactor } = useLoaderData<typeof loader>();
  return (
    <NarrowPage
      title="Is it you?"
      text="Bank details decide where your money goes, and you signed in a while ago. Show once more that it is you, and it goes on to Stripe."
    >
      <ProofForm refusal={useActionData<Refused>()} hasFactor={hasFactor} />
    </NarrowPage>
  );
}
