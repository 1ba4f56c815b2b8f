/**
 * Pages that were shown in place share one document, and Back stays in it. Where that document was loaded anew since,
 * nothing in it knows the page at the address: it is loaded. `app/browser/in-place.ts` does better once it is there.
 */
export function comeBack(): void {
  const place = () => location.pathname + location.search;
  const position = place();
  addEventListener("popstate", () => {
    if (document.documentElement.dataset["inPlace"] === undefined && place() !== position) location.reload();
  });
}
