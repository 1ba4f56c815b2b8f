import type { ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { sessionOf } from "~/session/session.server";
import { passkeyQuestion } from "../passkey-question.server";

/** The options by which a browser makes a passkey; asked for by the script of the page of passkeys. */
export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  const calls = session.api().user["second-factor"].passkeys;
  return passkeyQuestion(session, "/security/passkeys", () => read(calls.options.$post()));
}
