import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { chosenIn } from "../chosen-orders";
import { download } from "../download.server";

/* The pick list and a packing slip for each order, as PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const orders = chosenIn(new URL(args.request.url).searchParams);
  return download(session, () => session.api().product.order.merchant.packing.slips.$get({ query: { orders } }));
}
