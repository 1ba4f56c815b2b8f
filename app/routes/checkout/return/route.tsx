import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";

/** Ids to pass on, with which the provider is asked. An address alone never proves that a payment went through. */
const KEPT = ["payment_intent", "session"];

/*
 * The address to which a provider sends the payer back. It redirects to the page that shows the result. A payer who is
 * not signed in here has paid through a mailed link and reads the result there.
 */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const link = query.get("link");
  const returnQuery = new URLSearchParams(
    KEPT.flatMap((name) =>
      query
        .getAll(name)
        .slice(0, 1)
        .map((value) => [name, value]),
    ),
  );
  const isBuyer = link === null || (await (await sessionOf(args)).user())?.privilege === "buyer";
  return redirect(
    isBuyer ? `/checkout/success?${returnQuery}` : `/pay/${encodeURIComponent(link)}?${returnQuery}`,
    303,
  );
}
