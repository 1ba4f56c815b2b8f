import type { ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { signInLink } from "~/features/accounts/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, postedForm } from "~/session/form.server";
import { goOn, type Challenge, type SignedIn } from "~/session/sign-in.server";
import { EmailLink } from "../email-link";
import { keptWanted } from "../kept.server";

export const meta = titled("Sign in by mail");

/* Opening the link does nothing yet, because programs that check mails open every link. */
export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  form.set("link", new URL(args.request.url).searchParams.get("link") ?? "");
  return answerForm(args, form, { schema: signInLink, hide: ["link"] }, async (json, session) => {
    const cookies = await session.client.knownBrowser();
    const answer = await read<SignedIn | Challenge>(session.api().user.login.link.$post({ json }));
    return goOn(session, answer, await keptWanted(session, args.request), cookies);
  });
}

export default function LoginLink() {
  return (
    <EmailLink
      title="Sign in"
      intro="One press, and this browser is signed in with the email that the link was sent to."
      button="Sign in"
    />
  );
}
