import type { ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { keptChallenge } from "~/session/challenge.server";
import { sessionOf } from "~/session/session.server";
import { passkeyQuestion } from "../passkey-question.server";

/** The challenge that a passkey signs in the second step of signing in. The page's script asks for it. */
export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  const { challenge = "" } = (await keptChallenge(session, args.request)) ?? {};
  const calls = session.api().user.login["second-factor"];
  return passkeyQuestion(session, "/login/second_factor", () => read(calls.options.$post({ json: { challenge } })));
}
