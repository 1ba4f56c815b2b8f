import { listen } from "./listen";

/** Where Remix keeps how far down somebody was on each page of this tab, by the key of the visit in the history. */
const POSITIONS = "positions";

const place = () => location.pathname + location.search;

/**
 * Goes to where somebody was who comes back to a page that React had taken over: a browser leaves that to the page. And
 * gives a visit its key, by which Remix knows it again.
 *
 * Between pages that React went to, Back stays in the document, also after one of them was loaded anew: then the page is
 * not the one at the address. Until React minds that, which the answer ends, the page at the address is loaded.
 */
export function comeBack(): () => void {
  try {
    const { key = Math.random().toString(32).slice(2) } = (history.state ?? {}) as { key?: string };
    if (!history.state?.key) history.replaceState({ key }, "");
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
