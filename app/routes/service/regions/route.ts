import type { LoaderFunctionArgs } from "@remix-run/node";
import { countryAnswer } from "~/routes/shared/billing/country-answer.server";

/** Tells forms how addresses are written in a country. */
export function loader({ request }: LoaderFunctionArgs) {
  const country = new URL(request.url).searchParams.get("country") ?? "";
  return Response.json(countryAnswer(country), { headers: { "Cache-Control": "public, max-age=3600" } });
}
