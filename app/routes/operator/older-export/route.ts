import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";

/** Leads from an export's address of before workbooks came, without an ending, to that of its CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const { pathname, search } = new URL(args.request.url);
  return redirect(`${pathname.replace(/\/export$/, "")}.csv${search}`, 301);
}
