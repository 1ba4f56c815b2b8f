import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";
import { wantedIn } from "../orders/orders-address";

/* Every order that the list's filters show, as CSV. */
export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  const { status, since, until, q } = wantedIn(new URL(asked.request.url).searchParams);
  return download(session, () =>
    session.api().product.order.merchant.export.$get({ query: { status, since, until, q } }),
  );
}
