import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ApiFailure, read } from "~/api/client";
import { postedForm } from "~/session/form.server";
import { sessionForAnyForm, sessionOf } from "~/session/session.server";
import type { TickAnswer } from "~/ui/hand-over/contract";
import { handOverForm } from "../hand-over/hand-over-form";

const SIGNED_OUT = { code: "signed_out", message: "Log in again." };

/** The address shows nothing: devices post to it. */
export async function loader(args: LoaderFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  throw new Response("Not Found", { status: 404 });
}

/** Hands over an order that a device ticked while offline. Each tick has a key, so that it takes effect once. */
export async function action(args: ActionFunctionArgs) {
  const session = await sessionForAnyForm(args);
  const form = await postedForm(args.request);
  // A dead session, or one of another account, must not act for this account. The device then keeps the tick.
  const user = (await session.account.hasEnded()) ? null : await session.user();
  if (user?.privilege !== "merchant" || user._id !== form.get("_account")) return answer(SIGNED_OUT, 401);
  const key = form.get("_key");
  const tick = parseWithZod(form, { schema: handOverForm });
  if (tick.status !== "success")
    return answer({ code: "validation_failed", message: "This tick cannot be read." }, 422);
  try {
    const param = { day: args.params["day"] ?? "" };
    const handOvers = session.api(key).product.order.merchant.days[":day"]["hand-over"];
    await read(handOvers.$post({ param, json: tick.value }));
    return answer({ code: "", message: "" }, 200);
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    const [problem] = failure.problems;
    return answer({ code: problem?.code ?? "failed", message: problem?.message ?? "" }, failure.status);
  }
}

function answer(result: Omit<TickAnswer, "at">, status: number): Response {
  const body: TickAnswer = { ...result, at: new Date().toISOString() };
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}
