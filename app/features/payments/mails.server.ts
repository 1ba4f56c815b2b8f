import type { ProviderDispute } from "~/platform/cards/card-provider";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { mailOf } from "~/platform/mail/letter.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { linesOf, type BuyerSnapshot } from "~/features/orders/queries.server";
import { addressLines, billing, fullName } from "~/features/accounts/schema";

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const dollars = (cents: number) => money.format(cents / 100);

type Line = Awaited<ReturnType<typeof linesOf>>[number];
const rowsOf = (lines: Line[]): [string, string][] =>
  lines.map((line) => [`${line.quantity} × ${line.title}`, dollars(line.priceCents * line.quantity)]);

/** Tells the buyer that the order is paid, and each merchant what to send. */
export async function mailOrderPlaced(db: Db, services: Services, order: OrderRow): Promise<void> {
  const { config } = services;
  const buyer = JSON.parse(order.buyer) as BuyerSnapshot;
  const to = billing.parse(JSON.parse(order.shipping));
  const address = [fullName(to), ...addressLines(to)].filter(Boolean).join(", ");
  const lines = await linesOf(db, order._id);
  // Empty once the account is deleted.
  if (buyer.email)
    await sendMail.enqueue(
      db,
      services,
      mailOf(
        {
          to: buyer.email,
          subject: `Order #${order.itemId} is paid`,
          greeting: `Hello ${buyer.firstName},`,
          parts: [
            "thank you for your order. The stallholders are packing it now.",
            { rows: [...rowsOf(lines), ["Shipping", "Free"], ["Total", dollars(order.amountCents)]] },
            `It goes to: ${address}`,
            { button: "Follow your order", href: `${config.publicUrl}/customer/order_history/${order._id}` },
          ],
        },
        config,
      ),
    );

  const parts = await db
    .selectFrom("orderParts as p")
    .innerJoin("users as u", "u._id", "p.merchantId")
    .select(["p._id", "p.amountCents", "u.email", "u.firstName"])
    .where("p.orderId", "=", order._id)
    .execute();
  for (const part of parts) {
    if (!part.email) continue;
    await sendMail.enqueue(
      db,
      services,
      mailOf(
        {
          to: part.email,
          subject: `New order #${order.itemId}: ${dollars(part.amountCents)}`,
          greeting: `Hello ${part.firstName},`,
          parts: [
            `${buyer.firstName} ${buyer.lastName} has ordered from you:`,
            {
              rows: [
                ...rowsOf(lines.filter((line) => line.partId === part._id)),
                ["Your part", dollars(part.amountCents)],
              ],
            },
            `Please send it to: ${address}`,
            ...(order.notes ? [`The buyer's notes: ${order.notes}`] : []),
            { button: "Open the order", href: `${config.publicUrl}/merchant/orders/${order._id}` },
          ],
        },
        config,
      ),
    );
  }
}

export async function mailRefundOnItsWay(db: Db, services: Services, order: OrderRow, reason: string): Promise<void> {
  const { config } = services;
  const buyer = JSON.parse(order.buyer) as BuyerSnapshot;
  if (!buyer.email) return;
  await sendMail.enqueue(
    db,
    services,
    mailOf(
      {
        to: buyer.email,
        subject: `Your money for order #${order.itemId} is on its way back`,
        greeting: `Hello ${buyer.firstName},`,
        parts: [
          reason,
          `We have given ${dollars(order.amountCents)} back to your card; your bank may need a few days to show it.`,
          `If anything is unclear, write to ${config.market.email}.`,
        ],
      },
      config,
    ),
  );
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
  for (const { email, firstName } of operators) {
    if (email)
      await sendMail.enqueue(
        db,
        services,
        mailOf(
          {
            to: email,
            subject,
            greeting: firstName ? `Hello ${firstName},` : "Hello,",
            parts: [
              ...parts,
              { button: "Open the order", href: `${services.config.publicUrl}/operator/orders/${order._id}` },
            ],
          },
          services.config,
        ),
      );
  }
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

export async function mailPartLost(db: Db, services: Services, order: OrderRow, cents: number): Promise<void> {
  await mailOperators(db, services, `Part of order #${order.itemId} was lost in a dispute`, order, [
    `${dollars(cents)} of order #${order.itemId} were taken back by its buyer's bank. It is written down, but we cannot know what it was for: stock, statuses and what merchants are owed are as they were.`,
  ]);
}

export async function mailRefundedOutside(db: Db, services: Services, order: OrderRow, cents: number): Promise<void> {
  await mailOperators(db, services, `Part of order #${order.itemId} was refunded at Stripe`, order, [
    `${dollars(cents)} of order #${order.itemId} went back to its buyer in Stripe's dashboard. It is written down, but we cannot know what it was for: stock, statuses and what merchants are owed are as they were.`,
  ]);
}
