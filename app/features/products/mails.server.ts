import type { Db } from "~/platform/database/database.server";
import { mailTo, type Reader } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

/* What merchants are told of a review; each letter in the transaction of the decision. */

interface Decided extends Reader {
  _id: string;
  title: string;
}

export async function mailPublished(db: Db, services: Services, product: Decided, change: boolean): Promise<void> {
  await mailTo(
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
  await mailTo(db, services, product, `${product.title}: please have another look`, [
    change
      ? `we could not publish your change of ${product.title} yet; what was on sale stays on sale. The reason:`
      : `we could not publish ${product.title} yet. The reason:`,
    reason,
    { button: "Change it", href: `${services.config.publicUrl}/merchant/products/${product._id}/edit` },
    "Hand it in again whenever you like.",
  ]);
}
