import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportFormat } from "~/routes/shared/export-format";
import { sessionOf } from "~/session/session.server";
import { chosenIn } from "../chosen-orders";
import { download } from "../download.server";

/* The orders themselves, as CSV or as a workbook, by the ending of the address. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const url = new URL(args.request.url);
  const query = { orders: chosenIn(url.searchParams), format: exportFormat(url) };
  return download(session, () => session.api().product.order.merchant.packing.export.$get({ query }));
}
