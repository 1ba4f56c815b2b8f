import type { ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { sessionOf } from "~/session/session.server";
import { passkeyQuestion } from "../passkey-question.server";

/** The options with which a browser makes a passkey. The script of the page of passkeys asks for them. */
export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  const calls = session.api().user["second-factor"].passkeys;
  return passkeyQuestion(session, "/security/passkeys", () => read(calls.options.$post()));
}
