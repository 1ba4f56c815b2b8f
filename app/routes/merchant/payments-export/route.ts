import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportFormat } from "~/routes/shared/export-format";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";
import { filtersIn } from "../payments/payments-address";

/* Every payment that the list's filters show, as CSV or as a workbook, by the ending of the address. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const url = new URL(args.request.url);
  const query = { ...filtersIn(url.searchParams), format: exportFormat(url) };
  return download(session, () => session.api().product.payment.merchant.export.$get({ query }));
}
