import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/* Every product of the merchant as CSV, as the import takes it back. */
export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  return download(session, () => session.api().product["manage-product"].export.$get());
}
