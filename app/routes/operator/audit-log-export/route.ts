import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/routes/shared/download.server";
import { exportFormat } from "~/routes/shared/export-format";
import { sessionOf } from "~/session/session.server";
import { wantedIn } from "../audit-log/wanted";

/** The entries that the log's filters show, as CSV or as a workbook, by the ending of the address. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const url = new URL(args.request.url);
  const query = { ...wantedIn(url.searchParams), format: exportFormat(url) };
  return download(session, () => session.api().operator.audit.export.$get({ query }));
}
