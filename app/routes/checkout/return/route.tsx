import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";

/** Ids to ask the provider about, which are passed on. That a payment went through is never taken from an address. */
const KEPT = ["payment_intent", "session"];

/*
 * The address that a provider sends the payer back to; the page itself is another one. A payer who is not signed in
 * here has paid through a mailed link, and reads there what became of it.
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
