import type { Db } from "~/platform/database/database.server";
import type { WebhookEndpointRow } from "~/platform/database/tables";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

/** Tells a merchant that their server has accepted nothing for days, and that the webhook is turned off. */
export async function mailTurnedOff(
  db: Db,
  services: Pick<Services, "clock" | "config">,
  { _id, merchantId, url }: WebhookEndpointRow,
): Promise<void> {
  const merchant = await db
    .selectFrom("users")
    .select(["email", "firstName"])
    .where("_id", "=", merchantId)
    .executeTakeFirst();
  if (!merchant) return;
  await mailTo(db, services, merchant, "Your webhook is turned off", [
    "we have tried for days to tell your server what happens at your stall, and it has taken nothing. So we have turned this webhook off:",
    { rows: [["Address", url]] },
    "Your orders are not touched by this; everything is in your area as always. Once your server answers again, turn the webhook on. What is younger than three days is sent then, and each older delivery has Send again.",
    { button: "Open the webhook", href: `${services.config.publicUrl}/merchant/account_settings/webhooks/${_id}` },
  ]);
}
