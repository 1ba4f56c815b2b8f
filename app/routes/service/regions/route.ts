import type { LoaderFunctionArgs } from "@remix-run/node";
import { addressNames } from "~/routes/shared/billing/address-names";
import { regionsOf } from "~/routes/shared/billing/countries.server";

/** The regions of a country and the names of its fields, for forms that follow it. */
export function loader({ request }: LoaderFunctionArgs) {
  const country = new URL(request.url).searchParams.get("country") ?? "";
  return Response.json(
    { regions: regionsOf(country), names: addressNames(country) },
    { headers: { "Cache-Control": "public, max-age=3600" } },
  );
}
