import type { ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { pushKind, pushSubscription } from "~/features/push/schema";
import { z } from "~/features/zod";
import { answerForm } from "~/session/form.server";
import { orNotFound } from "~/session/session.server";

/* The forms of browser notices. */

const NO_ANSWER = "This browser has not said how to reach it.";

const subscribeForm = z.object({
  subscription: z.string({ error: NO_ANSWER }).transform((text, { addIssue }) => {
    const subscription = pushSubscription.safeParse(jsonOf(text));
    if (subscription.success) return subscription.data;
    addIssue({ code: "custom", message: NO_ANSWER });
    return z.NEVER;
  }),
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const OF_THE_FIELD = { endpoint: "subscription", "keys.p256dh": "subscription", "keys.auth": "subscription" };

/** Answers a form of the panel, by its intent. Undefined for the other forms of the page. */
export function answerPush(args: ActionFunctionArgs, form: FormData, page: string) {
  const intent = form.get("intent");
  if (intent === "subscribe")
    return answerForm(
      args,
      form,
      { schema: subscribeForm, rename: OF_THE_FIELD, hide: ["subscription"] },
      async ({ subscription: json }, session) => {
        const { message } = await read(session.api().user["push-subscriptions"].$post({ json }));
        return session.redirect(page, { notice: message });
      },
    );
  if (intent === "end-browser")
    return answerForm(args, form, { schema: z.object({ browser: z.string() }) }, async ({ browser }, session, key) => {
      const calls = session.api(key).user["push-subscriptions"][":id"];
      const { message } = await orNotFound(read(calls.$delete({ param: { id: browser } })));
      return session.redirect(page, { notice: message });
    });
  if (intent === "push-on" || intent === "push-off")
    return answerForm(args, form, { schema: z.object({ kind: pushKind }) }, async ({ kind }, session, key) => {
      const calls = session.api(key).user["push-notices"][":kind"];
      const { message } = await read(calls.$put({ param: { kind }, json: { push: intent === "push-on" } }));
      return session.redirect(page, { notice: message });
    });
  return undefined;
}
