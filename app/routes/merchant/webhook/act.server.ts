import type { ActionFunctionArgs } from "@remix-run/node";
import { ApiFailure, read } from "~/api/client";
import { endpointForm, type Endpoint } from "~/features/webhooks/schema";
import { answerForm } from "~/session/form.server";
import type { FormValues } from "~/session/merged-form.server";
import { guarded, sessionOf, type Session } from "~/session/session.server";
import { WEBHOOKS } from "./address";

/** The saved fields of an endpoint's form. */
export const endpointValues = ({ url, events, enabled }: Endpoint): FormValues => ({
  url,
  events: new Set(events),
  enabled,
});

function endpointInWords(name: string, values: string[]): string {
  if (name === "enabled") return values.length > 0 ? "on" : "off";
  return values.join(", ");
}

/** Does what the pressed button says. Its `intent` names it. */
export async function actOnWebhook(args: ActionFunctionArgs, form: FormData): Promise<unknown> {
  const param = { id: args.params["webhookId"] ?? "" };
  const path = `${WEBHOOKS}/${param.id}`;
  const webhook = (session: Session, key?: FormDataEntryValue | null) => session.api(key).merchant.webhooks[":id"];
  const key = form.get("_key");
  switch (form.get("intent")) {
    case "save":
      return answerForm(
        args,
        form,
        { schema: endpointForm, record: { valuesOf: endpointValues, wordsOf: endpointInWords } },
        async (json, session, saveKey, version) => {
          await read(session.api(saveKey, version).merchant.webhooks[":id"].$put({ param, json }));
          return session.redirect(path, { notice: "The webhook is saved." });
        },
      );
    case "secret": {
      const session = await sessionOf(args);
      return orBack(session, path, async () => {
        const { data } = await read(webhook(session).secret.$post({ param }));
        return Response.json(data, { headers: { "Cache-Control": "no-store" } });
      });
    }
    case "test": {
      const session = await sessionOf(args);
      return orBack(session, path, async () => {
        await read(webhook(session, key).test.$post({ param }));
        return session.redirect(`${path}#log`, { notice: "The test event is on its way." });
      });
    }
    case "again": {
      const session = await sessionOf(args);
      return orBack(session, path, async () => {
        const delivery = String(form.get("delivery"));
        await read(webhook(session, key).deliveries[":delivery"].send.$post({ param: { ...param, delivery } }));
        return session.redirect(`${path}#log`, { notice: "It is sent again." });
      });
    }
    case "delete": {
      const session = await sessionOf(args);
      return orBack(session, WEBHOOKS, async () => {
        await read(webhook(session, key).$delete({ param }));
        return session.redirect(WEBHOOKS, { notice: "The webhook is deleted." });
      });
    }
    default:
      throw new Response("Unknown form", { status: 400 });
  }
}

/** Runs the work. A refusal redirects to `back` with its sentence. */
async function orBack(session: Session, back: string, work: () => Promise<Response>): Promise<Response> {
  try {
    return await guarded(session, work);
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
    return session.redirect(back, { notice: { type: "danger", message: failure.message } });
  }
}
