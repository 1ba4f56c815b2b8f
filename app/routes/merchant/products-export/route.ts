import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportFormat } from "~/routes/shared/export-format";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/* All products of the merchant as CSV or as a workbook, by the ending of the address. The import accepts both. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const format = exportFormat(new URL(args.request.url));
  return download(session, () => session.api().product["manage-product"].export.$get({ query: { format } }));
}
