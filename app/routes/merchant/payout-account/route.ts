import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { postedForm } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { begin, SETTINGS } from "./begin.server";

/** There is nothing to see here but the way on. */
export const loader = () => redirect(SETTINGS);

export async function action(asked: ActionFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  return begin(session, (await postedForm(asked.request)).get("_key"));
}
