/**
 * Pages that were shown in place share one document, and Back stays in it. If that document was reloaded since, it does
 * not have the page at the new address, so this loads that page. Once `app/browser/in-place.ts` is loaded, it shows the
 * page in place instead.
 */
export function comeBack(): void {
  const place = () => location.pathname + location.search;
  const position = place();
  addEventListener("popstate", () => {
    if (document.documentElement.dataset["inPlace"] === undefined && place() !== position) location.reload();
  });
}
