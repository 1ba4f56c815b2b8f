import { IN_PLACE_REQUEST, LEADS_TO, PAGE, PAGE_FAILED, type InPlace } from "~/ui/page-scripts/contract";

/** On an element of a page whose work is under way: the page is loaded again, every few seconds, until it is gone. */
const LOOK_AGAIN = "[data-look-again]";
const PERIOD_MS = 4000;

/** Loads a page again by itself for as long as something is under way on it. A look that fails is made again later. */
export function lookAgain(open: InPlace["open"]): void {
  const look = async () => {
    if (document.querySelector(LOOK_AGAIN) && !document.hidden)
      await open(location.href, request).catch(() => undefined);
    setTimeout(() => void look(), PERIOD_MS);
  };
  setTimeout(() => void look(), PERIOD_MS);
}

/** Null for answers that are no page of the shop and lead to none, and for a page that failed: the page stays as it is. */
async function request(address: string): Promise<Response | null> {
  const answer = await fetch(address, { headers: { [IN_PLACE_REQUEST]: "1" } });
  if (answer.headers.has(LEADS_TO)) return answer;
  const page = answer.headers.get(PAGE);
  return page === null || page === PAGE_FAILED ? null : answer;
}
