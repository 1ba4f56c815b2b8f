import { ApiFailure } from "~/api/client";
import { guarded, type Session } from "~/session/session.server";
import type { PasskeyQuestion } from "~/ui/passkey/contract";

/**
 * Answers a page's script with the options of a call. If a step must come first, answers with its address, which leads
 * back to `page`. If the call is refused, answers with the reason.
 */
export async function passkeyQuestion(
  session: Session,
  page: string,
  work: () => Promise<{ data: { challenge: string } }>,
): Promise<Response> {
  try {
    return answer({ options: (await work()).data });
  } catch (failure) {
    const way = failure instanceof ApiFailure ? await wayFirst(session, page, failure) : failure;
    if (way instanceof Response)
      return answer({ to: way.headers.get("Location") ?? page }, { cookies: way.headers.getSetCookie() });
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
    return answer({ message: failure.message }, { status: failure.status });
  }
}

/** The redirect from a dead session to sign-in, or to a fresh proof. Null if the page itself shows the failure. */
async function wayFirst(session: Session, page: string, failure: ApiFailure): Promise<unknown> {
  const proof = await session.exits.toProof(failure, page);
  if (proof) return proof;
  return guarded(session, () => Promise.reject(failure)).catch((thrown: unknown) =>
    thrown === failure ? null : thrown,
  );
}

function answer(
  question: PasskeyQuestion,
  { status = 200, cookies = [] }: { status?: number; cookies?: string[] } = {},
) {
  const headers = new Headers(cookies.map((cookie) => ["Set-Cookie", cookie] as [string, string]));
  headers.set("Cache-Control", "no-store");
  return Response.json(question, { status, headers });
}
