import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { chosenIn } from "../chosen-orders";
import { download } from "../download.server";

/* As PDF: the pick list and a packing slip for each order. */
export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  const orders = chosenIn(new URL(asked.request.url).searchParams);
  return download(session, () => session.api().product.order.merchant.packing.slips.$get({ query: { orders } }));
}
