import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";
import { periodIn } from "../sales-report/period";

/* The sales report as CSV, a line a day or a product. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const search = new URL(args.request.url).searchParams;
  const by = search.get("by") === "product" ? "product" : "day";
  return download(session, () =>
    session.api().product["sales-report"].export.$get({ query: { ...periodIn(search), by } }),
  );
}
