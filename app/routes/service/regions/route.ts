import type { LoaderFunctionArgs } from "@remix-run/node";
import { regionsOf } from "~/routes/shared/billing/countries.server";

/** The regions of a country, for lists that follow it. */
export function loader({ request }: LoaderFunctionArgs) {
  const country = new URL(request.url).searchParams.get("country") ?? "";
  return Response.json({ regions: regionsOf(country) }, { headers: { "Cache-Control": "public, max-age=3600" } });
}
