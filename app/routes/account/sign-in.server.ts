import type { ActionFunctionArgs } from "@remix-run/node";
import { login } from "~/features/accounts/schema";
import { answerForm, postedForm } from "~/session/form.server";
import { authenticate, goOn } from "~/session/sign-in.server";

/** Signs in with a posted login form, for every role. The account decides which page comes next. */
export async function signIn(args: ActionFunctionArgs) {
  // The strategy reads the form itself, so it gets an unread copy.
  const unread = args.request.clone();
  const target = new URL(args.request.url).searchParams.get("redirect_uri");
  return answerForm(args, await postedForm(args.request), { schema: login, hide: ["password"] }, async (_, session) => {
    const cookies = await session.client.knownBrowser();
    return goOn(session, await authenticate(session, unread), target, cookies);
  });
}
