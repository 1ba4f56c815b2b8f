import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/* Labels of a day as PDF, for the paper size in the address. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const param = { day: args.params["day"] ?? "" };
  const search = new URL(args.request.url).searchParams;
  const paper = search.get("paper") === "roll-62" ? "roll-62" : "a4-24";
  const first = search.get("first") ?? "1";
  return download(session, () =>
    session.api().product.order.merchant.days[":day"].labels.$get({ param, query: { paper, first } }),
  );
}
