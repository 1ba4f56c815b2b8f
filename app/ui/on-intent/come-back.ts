import { listen } from "./listen";

/** Where Remix keeps how far down somebody was on each page of this tab, by the key of the visit in the history. */
const POSITIONS = "positions";

const place = () => location.pathname + location.search;

/**
 * Goes to where somebody was who comes back to a page that React had taken over: a browser leaves that to the page.
 *
 * Between pages that React went to, Back stays in the document, also after one of them was loaded anew: then the page is
 * not the one at the address. Until React minds that, which the answer ends, the page at the address is loaded.
 */
export function comeBack(): () => void {
  const key = keyOfVisit();
  if (key)
    try {
      const positions = JSON.parse(sessionStorage.getItem(POSITIONS) ?? "{}") as Record<string, number>;
      if (positions[key]) scrollTo(0, positions[key]);
    } catch {
      // Without a storage nobody knows.
    }
  const here = place();
  const look = () => {
    if (place() !== here) location.reload();
  };
  return listen(["popstate"], look);
}

/**
 * Gives a visit the key by which Remix knows it again, before Remix begins: a page that nobody touches is not written
 * into the history once more.
 */
export function nameVisit(): void {
  if (!keyOfVisit()) history.replaceState({ key: Math.random().toString(32).slice(2) }, "");
}

const keyOfVisit = () => (history.state as { key?: string } | null)?.key;
