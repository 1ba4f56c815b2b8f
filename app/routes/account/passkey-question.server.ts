import { ApiFailure } from "~/api/client";
import { guarded, type Session } from "~/session/session.server";
import type { PasskeyQuestion } from "~/ui/passkey/contract";

/**
 * Answers a page's script with the options of a call; or with where the way leads first, from where it comes back to
 * `page`; or with why there are none.
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

/** Out of a dead session, or to showing once more who is there; null for what is told on the page. */
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
