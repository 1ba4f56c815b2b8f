import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { formKey, postedForm } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";

export const meta = titled("First steps");

const PATH = "/operator/first_steps";

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const { data } = await guarded(session, () => read(session.api().operator["first-steps"].$get()));
  return { ...data, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  const session = await sessionOf(args);
  await session.require("operator");
  const step = form.get("intent") === "mail" ? "mail" : "payments";
  try {
    const { message, problem } = await guarded(session, () =>
      read(session.api(form.get("_key")).operator["first-steps"].tries.$post({ json: { step } })),
    );
    return await session.redirect(PATH, { notice: problem ? { type: "danger", message } : message });
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
    return session.redirect(PATH, { notice: { type: "danger", message: failure.message } });
  }
}

export default function FirstSteps() {
  const { mail, payments, categories, key } = useLoaderData<typeof loader>();
  return (
    <div className={stack}>
      <h1>First steps</h1>
      <Panel title="1. Mail" className={stack}>
        <p>
          {mail.kind === "server"
            ? `Mails come from ${mail.from}. Send one to yourself, and see that it arrives.`
            : "Mails are written to files, and reach nobody: set SMTP_URL before people come."}
        </p>
        <PostForm idempotencyKey={`${key}-mail`}>
          <SubmitButton name="intent" value="mail">
            Send a mail to me
          </SubmitButton>
        </PostForm>
      </Panel>
      <Panel title="2. Payments" className={stack}>
        <p>
          {payments === "stripe"
            ? "Cards are taken with Stripe. Ask it whether it knows this market."
            : "Payments are tests, and no money moves: set Stripe's three keys before people come."}
        </p>
        <PostForm idempotencyKey={`${key}-payments`}>
          <SubmitButton name="intent" value="payments">
            Try payments
          </SubmitButton>
        </PostForm>
      </Panel>
      <Panel title="3. Categories" className={stack}>
        <p>
          {categories === 0
            ? "There are none yet. Merchants put their products into categories, so make the first ones before they come."
            : `There ${categories === 1 ? "is one category" : `are ${categories} categories`}, in the order in which the shop shows them.`}
        </p>
        <ButtonLink to="/operator/categories" variant={categories === 0 ? "primary" : "quiet"}>
          {categories === 0 ? "Make the first categories" : "Change categories"}
        </ButtonLink>
      </Panel>
      <Panel title="4. Market days" className={stack}>
        <p>Where several stalls meet, name place and times once: buyers choose them once, and collect with one code.</p>
        <ButtonLink to="/operator/market_days" variant="quiet">
          Market days
        </ButtonLink>
      </Panel>
      <Panel title="5. Stalls" className={stack}>
        <p>
          Whoever wants to sell signs up at /signup/merchant, and says there which ways and times there are. Products
          wait for your review before they are on sale.
        </p>
        <ButtonLink to="/operator/merchants" variant="quiet">
          Stalls
        </ButtonLink>
      </Panel>
    </div>
  );
}
