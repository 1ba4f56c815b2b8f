import type { Db } from "~/platform/database/database.server";
import type { Letter } from "~/platform/mail/letter.server";
import { mailTo, type Reader } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

/* Letters to merchants about decisions on their products. Each is written in the transaction of the decision. */

interface Decided extends Reader {
  _id: string;
  title: string;
}

/** If the product was taken off sale, the letter says that it stays so. */
export async function mailPublished(
  db: Db,
  services: Services,
  product: Decided & { takenOffAt: string | null },
  change: boolean,
): Promise<void> {
  if (product.takenOffAt !== null)
    return mailTo(db, services, product, `We have looked at ${product.title}`, [
      `we have nothing against ${change ? "your change of" : "the texts and pictures of"} ${product.title}. It stays off sale until our team puts it back; you are told then.`,
      { button: "Open it", href: `${services.config.publicUrl}/merchant/products/${product._id}` },
    ]);
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

export async function mailTakenOff(
  db: Db,
  services: Services,
  product: Decided,
  reason: string,
  objection: Letter["parts"],
): Promise<void> {
  await mailTo(db, services, product, `${product.title} was taken off sale`, [
    `our team has taken ${product.title} off sale. The reason:`,
    reason,
    "Nobody can buy it until our team puts it back. You can change it meanwhile; that alone does not put it on sale.",
    "Orders that are paid go on, unless we write to you about them.",
    { button: "Open it", href: `${services.config.publicUrl}/merchant/products/${product._id}` },
    ...objection,
    `Once it is mended, write to ${services.config.market.email}.`,
  ]);
}

/** `onSale`: buyers can buy it at once. Otherwise its merchant has something to do first. */
export async function mailPutBack(db: Db, services: Services, product: Decided, onSale: boolean): Promise<void> {
  await mailTo(
    db,
    services,
    product,
    onSale ? `${product.title} is on sale again` : `${product.title} may be sold again`,
    [
      onSale
        ? `our team has put ${product.title} back on sale.`
        : `our team has nothing against ${product.title} any more. It is on sale once it is published and your stall is open.`,
      { button: "Open it", href: `${services.config.publicUrl}/merchant/products/${product._id}` },
    ],
  );
}
