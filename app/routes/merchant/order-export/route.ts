import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/* The lines of one order as CSV. */
export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  return download(session, () =>
    session.api().product.order.merchant[":id"].export.$get({ param: { id: asked.params["orderId"] ?? "" } }),
  );
}
