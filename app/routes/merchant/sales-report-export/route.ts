import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportFormat } from "~/routes/shared/export-format";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";
import { periodIn } from "../sales-report/period";

/* The sales report as CSV or as a workbook, with a line for each day or each product. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const url = new URL(args.request.url);
  const search = url.searchParams;
  const by = search.get("by") === "product" ? "product" : "day";
  const query = { ...periodIn(search), by, format: exportFormat(url) } as const;
  return download(session, () => session.api().product["sales-report"].export.$get({ query }));
}
