import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/routes/shared/download.server";
import { exportFormat } from "~/routes/shared/export-format";
import { sessionOf } from "~/session/session.server";

/** The confirmed addresses, as CSV or as a workbook, by the ending of the address. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const query = { format: exportFormat(new URL(args.request.url)) };
  return download(session, () => session.api().operator.newsletter.export.$get({ query }));
}
