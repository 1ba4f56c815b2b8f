import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { postedForm } from "~/session/form.server";
import { guarded, sessionOf, type Session } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";

export const meta = titled("Authentication");

/** The waiting payment. Null if there is none or none can be made; the page that follows says which. */
function paymentUnderWay(session: Session) {
  return guarded(session, () =>
    read(session.api().product.payment.current.$get()).catch((failure: unknown) => {
      if (failure instanceof ApiFailure && [404, 409].includes(failure.status)) return null;
      throw failure;
    }),
  );
}

/*
 * The page to which the test provider sends a payer whose bank asks for authentication. It leads back as a real
 * provider would.
 */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const payment = await paymentUnderWay(session);
  if (payment?.data.status !== "requires_action") throw await session.redirect("/checkout/payment");
  return { amount: payment.data.amount, stripeId: payment.data.stripeId };
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const form = await postedForm(args.request);
  const isAuthenticated = form.get("intent") === "complete";
  const payment = await paymentUnderWay(session);
  if (!payment) return session.redirect("/shopping_cart");
  if (form.get("stripeId") !== payment.data.stripeId) return session.redirect("/checkout/payment");
  const json = { clientSecret: payment.data.clientSecret, passed: isAuthenticated };
  const { data: intent } = await guarded(session, () =>
    read(session.api()["test-payments"].authenticate.$post({ json })),
  );
  return session.redirect(
    `/checkout_success?payment_intent=${intent.id}&redirect_status=${intent.status === "succeeded" ? "succeeded" : "failed"}`,
  );
}

export default function Authentication() {
  const { amount, stripeId } = useLoaderData<typeof loader>();
  return (
    <Panel as="div" stacked>
      <h1>Is it you?</h1>
      <p>
        Your bank would like to be sure that you want to pay {dollars(amount)}. This is the test provider’s page: no
        money moves.
      </p>
      <PostForm className={row}>
        <input type="hidden" name="stripeId" value={stripeId} />
        <SubmitButton intent="complete">Complete</SubmitButton>
        <SubmitButton intent="fail" variant="quiet">
          Fail
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
