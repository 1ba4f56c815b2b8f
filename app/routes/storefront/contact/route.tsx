import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { read } from "~/api/client";
import { contactMessage } from "~/features/support/schema";
import { useRootData } from "~/routes/shared/root-data";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { pageHead, split } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { AddressCard } from "~/ui/address-card/address-card";
import { useAnswer } from "~/ui/form/use-answer";
import { publicMeta } from "../public-page";
import { ContactForm } from "./contact-form";

export const meta: MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "Contact",
    description: "Questions, praise, a complaint about a bruised peach: write to us. A person reads it and answers.",
    path: "/contact",
  });

export async function loader(args: LoaderFunctionArgs) {
  const user = await (await sessionOf(args)).user();
  return {
    key: formKey(),
    // A signed-in person need not type what we know.
    known: {
      fullname: user ? `${user.firstName} ${user.lastName}`.trim() : "",
      email: user?.email ?? "",
      telephone: user?.telephone ?? "",
      // The link on an order's page has the order's number.
      order: /^\d{1,12}$/.exec(new URL(args.request.url).searchParams.get("order") ?? "")?.[0] ?? "",
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: contactMessage }, async (message, session, key) => {
    const { message: thanks } = await read(session.api(key).support.$post({ json: message }));
    return session.redirect("/contact", { notice: thanks });
  });
}

export default function Contact() {
  const { key, known } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const market = useRootData()?.market;
  return (
    <>
      <header className={pageHead}>
        <h1>Just Say Hello</h1>
        <p className={soft}>A person reads your message and answers, usually within two working days.</p>
      </header>
      <div className={split}>
        <ContactForm idempotencyKey={key} known={known} refusal={refusal} />
        {market ? (
          <AddressCard
            title="Contact"
            name={market.name}
            lines={[market.address]}
            email={market.email}
            phone={market.phone}
          />
        ) : null}
      </div>
    </>
  );
}
