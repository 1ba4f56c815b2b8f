import { readerOf } from "~/features/orders/reader.server";
import type { ProviderDispute } from "~/platform/cards/card-provider";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import type { GivenBack, Pieces } from "./allocate-refund.server";

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const dollars = (cents: number) => money.format(cents / 100);

/* What people are told of money that goes back; each letter in the transaction of what it tells. */

/** Tells the buyer that `amountCents` were given back to their card, and why. */
export async function mailRefundOnItsWay(
  db: Db,
  services: Services,
  order: Pick<OrderRow, "itemId" | "buyerId" | "amountCents">,
  reason: string,
): Promise<void> {
  await mailTo(db, services, await readerOf(db, order), `Your money for order #${order.itemId} is on its way back`, [
    reason,
    `We have given ${dollars(order.amountCents)} back to your card; your bank may need a few days to show it.`,
    `If anything is unclear, write to ${services.config.market.email}.`,
  ]);
}

/** What every operator is told of an order; operators without an address are none to write to. */
async function mailOperators(
  db: Db,
  services: Services,
  subject: string,
  order: OrderRow,
  parts: string[],
): Promise<void> {
  const operators = await db
    .selectFrom("users")
    .select(["email", "firstName"])
    .where("privilege", "=", "operator")
    .where("deletedAt", "is", null)
    .where("verifiedAt", "is not", null)
    .execute();
  for (const operator of operators)
    await mailTo(db, services, operator, subject, [
      ...parts,
      { button: "Open the order", href: `${services.config.publicUrl}/operator/orders/${order._id}` },
    ]);
}

/** What goes back of a line, for people: `2 × Pears`, or `A part of the price of Pears`. */
export function inWords({ line, quantity }: Pieces): string {
  return quantity > 0 ? `${quantity} × ${line.title}` : `A part of the price of ${line.title}`;
}

type Dispute = Pick<ProviderDispute, "amountCents" | "reason" | "status">;

/** A bank asks for money back, or, as a warning, only what it was paid for. */
export async function mailDisputed(
  db: Db,
  services: Services,
  order: OrderRow,
  { amountCents, reason, status }: Dispute,
): Promise<void> {
  const why = `The reason it gives: ${reason.replaceAll("_", " ")}.`;
  const held = "Nothing of this order is paid out to its merchants meanwhile.";
  await (status === "warning"
    ? mailOperators(db, services, `The bank asks about order #${order.itemId}`, order, [
        `the bank of the buyer of order #${order.itemId} asks about ${dollars(amountCents)}. ${why} No money was taken yet.`,
        `A good answer in Stripe's dashboard, or a refund, can keep it from becoming a dispute. ${held}`,
      ])
    : mailOperators(db, services, `Order #${order.itemId} is disputed`, order, [
        `the bank of the buyer of order #${order.itemId} asks for ${dollars(amountCents)} back. ${why}`,
        `Answer in Stripe's dashboard before the date that stands there. Please think twice before you send or refund anything of this order meanwhile. ${held}`,
      ]));
}

/**
 * How a dispute has ended. What was lost and then won after all is for people to settle: merchants have lost it in
 * the books.
 */
export async function mailDisputeEnded(
  db: Db,
  services: Services,
  order: OrderRow,
  { amountCents, status, wasLost }: Dispute & { wasLost: boolean },
): Promise<void> {
  const said: [subject: string, text: string] =
    status === "lost"
      ? [
          "is lost",
          `The bank has taken ${dollars(amountCents)} back for good. The books follow: what was sold is owed to its merchants no more.`,
        ]
      : status === "closed"
        ? [
            "is over",
            `The bank asks no more about ${dollars(amountCents)}, and nothing was taken. What waited for it is paid out.`,
          ]
        : wasLost
          ? [
              "is won after all",
              `The bank gives ${dollars(amountCents)} back that were lost before. The books still have them as lost: please settle with the merchants by hand.`,
            ]
          : ["is won", `The ${dollars(amountCents)} stay ours, and what waited for it is paid out.`];
  await mailOperators(db, services, `The dispute about order #${order.itemId} ${said[0]}`, order, [said[1]]);
}

/** A bank has taken a part of an order's payment: `cents` that nobody can say what they were for. */
export async function mailPartLost(db: Db, services: Services, order: OrderRow, cents: number): Promise<void> {
  await mailOperators(db, services, `Part of order #${order.itemId} was lost in a dispute`, order, [
    `${dollars(cents)} of order #${order.itemId} were taken back by its buyer's bank. It is written down, but we cannot know what it was for: stock, statuses and what merchants are owed are as they were.`,
  ]);
}

/** The same of a part that was given back by hand at the provider. */
export async function mailRefundedOutside(db: Db, services: Services, order: OrderRow, cents: number): Promise<void> {
  await mailOperators(db, services, `Part of order #${order.itemId} was refunded at Stripe`, order, [
    `${dollars(cents)} of order #${order.itemId} went back to its buyer in Stripe's dashboard. It is written down, but we cannot know what it was for: stock, statuses and what merchants are owed are as they were.`,
  ]);
}

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
          `${by === "team" ? "our team has given the buyer" : "the buyer's bank has taken"} ${dollars(amountCents)} back for your part of order #${order.itemId}:`,
          {
            rows: pieces.map((each): [string, string] => [inWords(each), dollars(each.amountCents)]),
          },
          `The reason: ${reason}`,
          pieces.some(({ quantity }) => quantity > 0)
            ? whatToDo(part.statusText === "Processing", settled, restock)
            : "Only money went back: what was ordered stays as it is, and so does your stock.",
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
