import type { ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { sessionOf } from "~/session/session.server";
import { passkeyQuestion } from "../passkey-question.server";

/** What the browser is to make a passkey of; asked for by the script of the page of passkeys. */
export async function action(asked: ActionFunctionArgs) {
  const session = await sessionOf(asked);
  const calls = session.api().user["second-factor"].passkeys;
  return passkeyQuestion(session, "/security/passkeys", () => read(calls.options.$post()));
}
