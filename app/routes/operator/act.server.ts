import type { ActionFunctionArgs } from "@remix-run/node";
import { ApiFailure } from "~/api/client";
import { guarded, sessionOf, type Session } from "~/session/session.server";

/**
 * Runs the work of a button and redirects to `to` with its message. A refusal redirects to `back` (by default the same
 * address) with its sentence.
 */
export async function act(
  args: ActionFunctionArgs,
  { to, back = to }: { to: string; back?: string },
  work: (session: Session) => Promise<{ message: string }>,
): Promise<Response> {
  const session = await sessionOf(args);
  await session.require("operator");
  try {
    const { message } = await guarded(session, () => work(session));
    return await session.redirect(to, { notice: message });
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
    return session.redirect(back, { notice: { type: "danger", message: failure.message } });
  }
}
