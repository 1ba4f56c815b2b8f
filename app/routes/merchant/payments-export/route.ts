import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";
import { filtersIn } from "../payments/payments-address";

/* Every payment that the list's filters show, as CSV. */
export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  const query = filtersIn(new URL(asked.request.url).searchParams);
  return download(session, () => session.api().product.payment.merchant.export.$get({ query }));
}
