import type { Db } from "~/platform/database/database.server";
import { mailOf } from "~/platform/mail/letter.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

/* What merchants and writers are told of an operator's decision; each letter in the transaction of what it tells. */

interface Reader {
  /** Null once the account is deleted: then there is nobody to write to. */
  email: string | null;
  firstName: string;
}

async function write(
  db: Db,
  services: Services,
  { email, firstName }: Reader,
  subject: string,
  parts: Parameters<typeof mailOf>[0]["parts"],
): Promise<void> {
  if (!email) return;
  await sendMail.enqueue(
    db,
    services,
    mailOf({ to: email, subject, greeting: firstName ? `Hello ${firstName},` : "Hello,", parts }, services.config),
  );
}

interface Decided extends Reader {
  _id: string;
  title: string;
}

export async function mailPublished(db: Db, services: Services, product: Decided, change: boolean): Promise<void> {
  await write(
    db,
    services,
    product,
    change ? `Your change of ${product.title} is on sale` : `${product.title} is on sale`,
    [
      change
        ? `we have looked at your change of ${product.title}, and it is what buyers see now.`
        : `we have looked at ${product.title}, and it is on sale now.`,
      { button: "See it in the shop", href: `${services.config.publicUrl}/products/${product._id}` },
    ],
  );
}

export async function mailSentBack(
  db: Db,
  services: Services,
  product: Decided,
  reason: string,
  change: boolean,
): Promise<void> {
  await write(db, services, product, `${product.title}: please have another look`, [
    change
      ? `we could not publish your change of ${product.title} yet; what was on sale stays on sale. The reason:`
      : `we could not publish ${product.title} yet. The reason:`,
    reason,
    { button: "Change it", href: `${services.config.publicUrl}/merchant/products/${product._id}/edit` },
    "Hand it in again whenever you like.",
  ]);
}

export async function mailApproved(
  db: Db,
  services: Services,
  merchant: Reader & { storeName: string },
): Promise<void> {
  await write(db, services, merchant, "Your stall is open", [
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
  await write(db, services, merchant, "Your stall is closed for now", [
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
  await write(db, services, merchant, "Your stall is open again", [
    `the published products of ${merchant.storeName || "your stall"} are on sale again.`,
    { button: "Go to your stall", href: `${services.config.publicUrl}/merchant` },
  ]);
}

export async function mailSignedOut(db: Db, services: Services, person: Reader): Promise<void> {
  await write(db, services, person, "You were signed out everywhere", [
    `our team has ended every session of your ${services.config.market.name} account. You can sign in again at any time.`,
    `If you did not expect this, choose a new password at ${services.config.publicUrl}/reset_password.`,
  ]);
}

export async function mailAnswer(
  db: Db,
  services: Services,
  message: { email: string; fullname: string; subject: string; description: string },
  answer: string,
): Promise<void> {
  await write(
    db,
    services,
    { email: message.email, firstName: message.fullname },
    message.subject ? `Re: ${message.subject}` : "Our answer to your message",
    [answer, `${services.config.market.name} · ${services.config.market.email}`, `You wrote: ${message.description}`],
  );
}
