import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/** All stored data about the signed-in merchant and the stall, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  return download(session, () => session.api().user.export.$get());
}
