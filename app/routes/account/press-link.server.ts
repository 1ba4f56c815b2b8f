import type { ActionFunctionArgs } from "@remix-run/node";
import { verifyLink } from "~/features/accounts/schema";
import { answerForm, postedForm } from "~/session/form.server";
import type { Session } from "~/session/session.server";

/** The action of a page that a mailed link leads to: does what the word in its address is for. */
export async function pressLink(
  args: ActionFunctionArgs,
  work: (session: Session, json: { link: string }) => Promise<Response>,
) {
  const form = await postedForm(args.request);
  form.set("link", new URL(args.request.url).searchParams.get("link") ?? "");
  return answerForm(args, form, { schema: verifyLink, hide: ["link"] }, (json, session) => work(session, json));
}
