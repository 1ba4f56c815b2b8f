import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { postedForm } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { begin, SETTINGS } from "./begin.server";

/** There is nothing to see here but the way on. */
export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  return redirect(SETTINGS);
}

export async function action(asked: ActionFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  return begin(session, (await postedForm(asked.request)).get("_key"));
}
