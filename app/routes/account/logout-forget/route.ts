import type { LoaderFunctionArgs } from "@remix-run/node";

/**
 * An empty picture that the page after Logout shows. The browser keeps the page on which Logout was pressed for Back
 * only when the next page takes its place. That is too late for the `Clear-Site-Data` of Logout's own answer.
 */
export function loader({ request }: LoaderFunctionArgs) {
  // A page of another site must not delete what a person has loaded.
  const isOurs = (request.headers.get("Sec-Fetch-Site") ?? "same-origin") === "same-origin";
  return new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', {
    headers: {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "no-store",
      ...(isOurs && { "Clear-Site-Data": '"cache"' }),
    },
  });
}
