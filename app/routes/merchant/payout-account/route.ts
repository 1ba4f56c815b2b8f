import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { postedForm } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { begin, SETTINGS } from "./begin.server";

/** The address shows nothing and redirects to the settings. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  return redirect(SETTINGS);
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  return begin(session, (await postedForm(args.request)).get("_key"));
}
