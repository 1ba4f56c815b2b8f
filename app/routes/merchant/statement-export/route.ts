import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportFormat } from "~/routes/shared/export-format";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/* Every entry of the account in one month, as CSV or as a workbook, by the ending of the address. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(args.params["month"] ?? "") ? (args.params["month"] as string) : null;
  if (!month) throw new Response("Not Found", { status: 404 });
  const param = { month };
  const statement = session.api().product.payment.merchant.statements[":month"];
  const format = exportFormat(new URL(args.request.url));
  return download(session, () => statement[format].$get({ param }));
}
