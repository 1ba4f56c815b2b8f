import { IN_PLACE_REQUEST, LEADS_TO, PAGE, PAGE_FAILED, type InPlace } from "~/ui/page-scripts/contract";

/** On an element that shows that work is in progress. The page is loaded again until the element is gone. */
const LOOK_AGAIN = "[data-look-again]";
const PERIOD_MS = 4000;

/** Loads the page again every `PERIOD_MS` while it is visible and work is in progress. A failed load is retried. */
export function lookAgain(open: InPlace["open"]): void {
  const look = async () => {
    if (document.querySelector(LOOK_AGAIN) && !document.hidden)
      await open(location.href, request).catch(() => undefined);
    setTimeout(() => void look(), PERIOD_MS);
  };
  setTimeout(() => void look(), PERIOD_MS);
}

/**
 * Requests a page. Returns null, so that the open page stays, for a failed page and for a response that is neither a
 * page of the shop nor a redirect.
 */
async function request(address: string): Promise<Response | null> {
  const answer = await fetch(address, { headers: { [IN_PLACE_REQUEST]: "1" } });
  if (answer.headers.has(LEADS_TO)) return answer;
  const page = answer.headers.get(PAGE);
  return page === null || page === PAGE_FAILED ? null : answer;
}
