import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/* The delivery list of a day as CSV. */
export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  const param = { day: asked.params["day"] ?? "" };
  return download(session, () => session.api().product.order.merchant.days[":day"].deliveries.export.$get({ param }));
}
