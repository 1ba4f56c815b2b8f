import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";

/** Redirects an export's old address without an ending, from before there were workbooks, to the address of its CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const { pathname, search } = new URL(args.request.url);
  return redirect(`${pathname.replace(/\/export$/, "")}.csv${search}`, 301);
}
