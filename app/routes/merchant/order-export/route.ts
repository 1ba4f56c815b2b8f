import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/* The lines of one order as CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  return download(session, () =>
    session.api().product.order.merchant[":id"].export.$get({ param: { id: args.params["orderId"] ?? "" } }),
  );
}
