import type { GivenBack } from "~/features/fulfilment/give-back.server";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/**
 * Tells every merchant of these parts what their buyer has the money back for; the buyer is told once it is on its
 * way.
 */
export async function mailPartsRefunded(
  db: Db,
  services: Services,
  order: Pick<OrderRow, "_id" | "itemId">,
  parts: GivenBack[],
  reason: string,
  by: "team" | "bank" = "team",
): Promise<void> {
  const merchants = await db
    .selectFrom("users")
    .select(["_id", "email", "firstName"])
    .where(
      "_id",
      "in",
      parts.map(({ part }) => part.merchantId),
    )
    .execute();
  for (const { part, pieces, amountCents, settled, restock } of parts) {
    const merchant = merchants.find(({ _id }) => _id === part.merchantId);
    if (merchant)
      await mailTo(
        db,
        services,
        merchant,
        settled
          ? `Order #${order.itemId} was ${by === "team" ? "refunded" : "lost in a dispute"}`
          : `A part of order #${order.itemId} was refunded`,
        [
          `${by === "team" ? "our team has given the buyer" : "the buyer's bank has taken"} ${money.format(amountCents / 100)} back for your part of order #${order.itemId}:`,
          {
            rows: pieces.map(({ line, quantity }): [string, string] => [
              `${quantity} × ${line.title}`,
              money.format((line.priceCents * quantity) / 100),
            ]),
          },
          `The reason: ${reason}`,
          whatToDo(part.statusText === "Processing", settled, restock),
          { button: "Open the order", href: `${services.config.publicUrl}/merchant/orders/${order._id}` },
        ],
      );
  }
}

function whatToDo(unsent: boolean, settled: boolean, restock: boolean): string {
  if (unsent && settled) return "Please do not send it any more; the goods are back in your stock.";
  if (unsent)
    return "Please do not send these any more, they are back in your stock; everything else of the order goes on.";
  return restock
    ? "The goods were sent already; they are back in your stock."
    : "The goods were sent already, so your stock stays as it is.";
}
