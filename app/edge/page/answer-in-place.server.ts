import { IN_PLACE_REQUEST, LEADS_TO } from "~/ui/page-scripts/contract";

/**
 * Turns a redirect for a page's scripts into status 204 with the address in `X-Location`. A script that follows a
 * redirect does not learn of it before the next page has come, and would use up the notice of that page. Where the
 * browser must post the form again (status 307), the status is 200.
 */
export function answerInPlace({ headers }: Request, response: Response): Response {
  const address = response.headers.get("Location");
  if (!headers.has(IN_PLACE_REQUEST) || address === null || response.status < 300) return response;
  const answer =
    response.status === 307
      ? Response.json(null, { headers: response.headers })
      : new Response(null, { status: 204, headers: response.headers });
  answer.headers.delete("Location");
  answer.headers.set(LEADS_TO, address);
  return answer;
}
