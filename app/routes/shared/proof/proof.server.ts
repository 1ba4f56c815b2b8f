import type { ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { proofForm } from "~/features/second-factor/schema";
import { answerForm, postedForm } from "~/session/form.server";
import type { Session } from "~/session/session.server";

/** Answers a posted proof form: checks the proof and continues with the action. */
export async function prove(args: ActionFunctionArgs, goOn: (session: Session) => Promise<Response>) {
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: proofForm, hide: ["password", "code"] }, async (value, session) => {
    await read(session.api().user.proof.$post({ json: value }));
    return goOn(session);
  });
}
