import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/* The delivery list of a day as CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const param = { day: args.params["day"] ?? "" };
  return download(session, () => session.api().product.order.merchant.days[":day"].deliveries.export.$get({ param }));
}
