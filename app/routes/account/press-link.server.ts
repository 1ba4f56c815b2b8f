import type { ActionFunctionArgs } from "@remix-run/node";
import type { Client } from "~/api/client";
import { verifyLink } from "~/features/accounts/schema";
import { derivedKey } from "~/session/derived-key.server";
import { answerForm, postedForm } from "~/session/form.server";
import type { Session } from "~/session/session.server";

/**
 * The action of a page that a mailed link opens: does what the word in its address is for. Only the link counts, not
 * who is signed in, and that session may end by it. If an answer was lost and the button is pressed again, `work` gets
 * the same answer.
 */
export async function pressLink(
  args: ActionFunctionArgs,
  work: (api: Client, json: { link: string }, session: Session) => Promise<Response>,
) {
  const form = await postedForm(args.request);
  form.set("link", new URL(args.request.url).searchParams.get("link") ?? "");
  return answerForm(args, form, { schema: verifyLink, hide: ["link"] }, (json, session) =>
    work(session.client.asVisitor(derivedKey("mailed link", json.link)), json, session),
  );
}
