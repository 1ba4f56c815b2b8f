import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { signedLink } from "~/features/newsletter/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, postedForm } from "~/session/form.server";
import { linkIn, NewsletterLink } from "../newsletter-link";

export const meta = titled("Confirm the newsletter");

export function loader(args: LoaderFunctionArgs) {
  return linkIn(args);
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, await postedForm(args.request), { schema: signedLink }, async (confirmation, session) => {
    await read(session.api().newsletter.confirm.$post({ json: confirmation }));
    return session.redirect("/newsletter/confirm?done=1");
  });
}

export default function NewsletterConfirm() {
  return (
    <NewsletterLink
      question={{
        title: "One more press",
        text: "Yes, I would like the weekly letter about what is in season.",
        button: "Yes, send it to me",
      }}
      thanks={{ title: "Thank you", text: "The next letter is yours." }}
    />
  );
}
