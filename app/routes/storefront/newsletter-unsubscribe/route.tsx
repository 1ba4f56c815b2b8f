import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { signedLink } from "~/features/newsletter/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, postedForm } from "~/session/form.server";
import { linkIn, NewsletterLink } from "../newsletter-link";

export const meta = titled("Unsubscribe");

export function loader(args: LoaderFunctionArgs) {
  return linkIn(args);
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  // A mail program's one-click button posts to the address in the mail, without our form.
  const oneClick = form.get("List-Unsubscribe") === "One-Click";
  if (oneClick) form.set("link", linkIn(args).link);
  return answerForm(args, form, { schema: signedLink }, async (unsubscription, session) => {
    await read(session.api().newsletter.unsubscribe.$post({ json: unsubscription }));
    if (oneClick) return new Response(null, { status: 200 });
    return session.redirect("/newsletter/unsubscribe?done=1");
  });
}

export default function NewsletterUnsubscribe() {
  return (
    <NewsletterLink
      question={{
        title: "Stop the newsletter?",
        text: "You will get no more letters from us. You can come back whenever you like.",
        button: "Unsubscribe",
      }}
      thanks={{ title: "Done", text: "You will get no more letters from us." }}
    />
  );
}
