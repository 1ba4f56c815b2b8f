import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/* The invoice of one order as PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  return download(session, () =>
    session.api().product.order.merchant[":id"].invoice.$get({ param: { id: args.params["orderId"] ?? "" } }),
  );
}
