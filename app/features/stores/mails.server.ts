import type { Db } from "~/platform/database/database.server";
import { mailTo, type Reader } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

/* Mails to merchants about their stall's status. Each is written in the transaction of the change that it reports. */

export async function mailApproved(
  db: Db,
  services: Services,
  merchant: Reader & { storeName: string },
): Promise<void> {
  await mailTo(db, services, merchant, "Your stall is open", [
    `${merchant.storeName || "your stall"} may sell on ${services.config.market.name} from now on. Products that were published already are on sale.`,
    { button: "Go to your stall", href: `${services.config.publicUrl}/merchant` },
  ]);
}

export async function mailSuspended(
  db: Db,
  services: Services,
  merchant: Reader & { storeName: string },
  reason: string,
): Promise<void> {
  await mailTo(db, services, merchant, "Your stall is closed for now", [
    `we have taken the products of ${merchant.storeName || "your stall"} off sale. The reason:`,
    reason,
    "Orders that are paid go on: please send them as usual.",
    ...(services.payouts
      ? ["What you are owed for them is kept for you, and paid out once your stall is open again."]
      : []),
    `If you think that this is a mistake, write to ${services.config.market.email}.`,
  ]);
}

export async function mailReinstated(
  db: Db,
  services: Services,
  merchant: Reader & { storeName: string },
): Promise<void> {
  await mailTo(db, services, merchant, "Your stall is open again", [
    `the published products of ${merchant.storeName || "your stall"} are on sale again.`,
    { button: "Go to your stall", href: `${services.config.publicUrl}/merchant` },
  ]);
}
