import type { AccountPart } from "~/features/accounts/email-parts";
import type { WebhookEndpointRow } from "~/platform/database/tables";
import { endpointRows, forgetEndpoint } from "./endpoints.server";

/** The webhooks of a merchant as a part that an undo restores. Those added since are deleted with their log. */
export const webhooksPart: AccountPart = {
  column: "webhooksBefore",
  copy: async (db, userId) => JSON.stringify(await endpointRows(db, userId)),
  async restore(trx, _services, userId, copy) {
    const before = JSON.parse(copy) as WebhookEndpointRow[];
    const now = await endpointRows(trx, userId);
    const ids = new Set(before.map(({ _id }) => _id));
    for (const { _id } of now) if (!ids.has(_id)) await forgetEndpoint(trx, _id);
    for (const { _id, url, events, enabled, secrets, ...row } of before) {
      // The secrets come from the copy, because the person who made a newer one knows it.
      const values = { url, events, enabled, secrets };
      await trx
        .insertInto("webhookEndpoints")
        .values({ _id, ...row, ...values, busyUntil: null })
        .onConflict((oc) => oc.column("_id").doUpdateSet(values))
        .execute();
    }
  },
};
