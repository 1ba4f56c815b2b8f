import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/routes/shared/download.server";
import { exportFormat } from "~/routes/shared/export-format";
import { sessionOf } from "~/session/session.server";
import { exportDays } from "../exports/export-days";

/** Orders, payments or fees of all stalls, as the address says, as CSV or as a workbook, by its ending. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const url = new URL(args.request.url);
  const query = { ...exportDays(url.searchParams), format: exportFormat(url) };
  const { operator } = session.api();
  const calls = { orders: operator.orders.export, payments: operator.payments.export, fees: operator.fees.export };
  const name = (["orders", "payments", "fees"] as const).find((exportName) => url.pathname.includes(`/${exportName}.`));
  if (!name) throw new Response(null, { status: 404 });
  return download(session, () => calls[name].$get({ query }));
}
