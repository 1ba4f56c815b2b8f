import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { download } from "../download.server";

/* A file with the headings of the import and one made-up product. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  return download(session, () => session.api().product["manage-product"].template.$get());
}
