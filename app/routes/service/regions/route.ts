import type { LoaderFunctionArgs } from "@remix-run/node";
import { addressFormat, neededOfPlace } from "~/features/accounts/address-format-schema";
import { regionsOf } from "~/routes/shared/billing/countries.server";

/** The regions of a country, and the names and the order of its fields, for forms that follow it. */
export function loader({ request }: LoaderFunctionArgs) {
  const country = new URL(request.url).searchParams.get("country") ?? "";
  const format = addressFormat(country);
  return Response.json(
    { regions: regionsOf(country), names: format.names, order: format.order, needed: neededOfPlace(format) },
    { headers: { "Cache-Control": "public, max-age=3600" } },
  );
}
