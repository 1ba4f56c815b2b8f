import { asDocument, destination, goesToAnotherPage } from "./as-document";
import { BUILD, SEEN_AT, SEEN_AT_ID } from "./contract";
import { isOnDevice } from "./on-device";
import { seenAt, TRY_AGAIN } from "./seen-at";

/* What React reads: from the device as well, and never by scripts that are older than the data. */

/** Without a line: leaves for the page that React goes to, where the device has it as a document. */
export async function openFromDevice(): Promise<void> {
  if (goesToAnotherPage() && (await isOnDevice(destination()))) await asDocument();
}

/** The data of a page, as the server or the service worker answered it. */
export async function reading(answer: Response): Promise<Response> {
  // Only on the way to another page: on this one there may be something that was typed.
  if (isRenewed(answer) && goesToAnotherPage()) return asDocument();
  showSeenAt(answer.headers.get(SEEN_AT));
  return answer;
}

/** Whether an answer is of another build of the shop than the scripts of the page that asked for it. */
function isRenewed({ headers }: Response): boolean {
  const build = headers.get(BUILD);
  return !!build && !!window.__remixManifest && build !== window.__remixManifest.version;
}

/** Says of the page that is shown that it is from the device; with null, that it is not. */
function showSeenAt(at: string | null): void {
  const place = document.getElementById(SEEN_AT_ID);
  const said = seenAt(at);
  if (!place || (place.firstChild?.textContent ?? "") === said) return;
  const again = Object.assign(document.createElement("a"), { href: "", textContent: TRY_AGAIN });
  place.replaceChildren(...(said ? [said, again] : []));
}
