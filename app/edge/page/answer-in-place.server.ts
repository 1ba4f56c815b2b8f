import { IN_PLACE_REQUEST, LEADS_TO } from "~/ui/page-scripts/contract";

/**
 * Answers a redirect to the scripts of a page with status 204 and the address in `X-Location`. A script that follows a
 * redirect does not learn of it before the next page has come, and would take that page's notice away from its reader.
 * Where the browser is to post the form once more (status 307), the status is 200.
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
