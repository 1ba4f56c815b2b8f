import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportFormat } from "~/routes/shared/export-format";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";
import { wantedIn } from "../orders/orders-address";

/* Every order that the list's filters show, as CSV or as a workbook, by the ending of the address. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const url = new URL(args.request.url);
  const { status, since, until, q } = wantedIn(url.searchParams);
  const query = { status, since, until, q, format: exportFormat(url) };
  return download(session, () => session.api().product.order.merchant.export.$get({ query }));
}
