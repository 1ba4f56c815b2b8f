import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportFormat } from "~/routes/shared/export-format";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/* Every product of the merchant as CSV or as a workbook, by the end of its address; the import takes both back. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const format = exportFormat(new URL(args.request.url));
  return download(session, () => session.api().product["manage-product"].export.$get({ query: { format } }));
}
