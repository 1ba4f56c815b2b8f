import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/* Every entry of the account in one month, as CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(args.params["month"] ?? "") ? (args.params["month"] as string) : null;
  if (!month) throw new Response("Not Found", { status: 404 });
  const param = { month };
  return download(session, () => session.api().product.payment.merchant.statements[":month"].csv.$get({ param }));
}
