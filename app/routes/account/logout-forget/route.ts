import type { LoaderFunctionArgs } from "@remix-run/node";

/**
 * A picture of nothing, shown by the page after Logout. The page on which that was pressed is kept for Back only once the
 * next one stands in its place, too late for what Logout's own answer asks for.
 */
export function loader({ request }: LoaderFunctionArgs) {
  // Nobody else's page is to throw away what somebody has loaded.
  const isOurs = (request.headers.get("Sec-Fetch-Site") ?? "same-origin") === "same-origin";
  return new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', {
    headers: {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "no-store",
      ...(isOurs && { "Clear-Site-Data": '"cache"' }),
    },
  });
}
