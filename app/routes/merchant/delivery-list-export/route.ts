import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportFormat } from "~/routes/shared/export-format";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/* The delivery list of a day as CSV or as a workbook, by the ending of the address. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const param = { day: args.params["day"] ?? "" };
  const query = { format: exportFormat(new URL(args.request.url)) };
  return download(session, () =>
    session.api().product.order.merchant.days[":day"].deliveries.export.$get({ param, query }),
  );
}
