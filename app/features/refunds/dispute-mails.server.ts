import type { ProviderDispute } from "~/platform/cards/card-provider";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { dollars, mailOperators } from "./mails.server";

/* Letters to operators about disputes; each is written in the transaction of its event. */

type Dispute = Pick<ProviderDispute, "amountCents" | "reason" | "status">;

/** Tells operators that a bank asks for money back or, as a warning, only what it was paid for. */
export async function mailDisputed(
  db: Db,
  services: Services,
  order: OrderRow,
  { amountCents, reason, status }: Dispute,
): Promise<void> {
  const why = `The reason it gives: ${reason.replaceAll("_", " ")}.`;
  const holdSentence = "Nothing of this order is paid out to its merchants meanwhile.";
  await (status === "warning"
    ? mailOperators(db, services, `The bank asks about order #${order.itemId}`, order, [
        `the bank of the buyer of order #${order.itemId} asks about ${dollars(amountCents)}. ${why} No money was taken yet.`,
        `A good answer in Stripe's dashboard, or a refund, can keep it from becoming a dispute. ${holdSentence}`,
      ])
    : mailOperators(db, services, `Order #${order.itemId} is disputed`, order, [
        `the bank of the buyer of order #${order.itemId} asks for ${dollars(amountCents)} back. ${why}`,
        `Answer in Stripe's dashboard before the date that stands there. Please think twice before you send or refund anything of this order meanwhile. ${holdSentence}`,
      ]));
}

/** Tells operators that an ended dispute goes on: by an appeal, or because the bank takes it up again. */
export async function mailDisputeReopened(
  db: Db,
  services: Services,
  order: OrderRow,
  { amountCents, reason, wasLost }: Dispute & { wasLost: boolean },
): Promise<void> {
  await mailOperators(db, services, `The dispute about order #${order.itemId} is open again`, order, [
    `the dispute about ${dollars(amountCents)} of order #${order.itemId} had ended and goes on. The reason the bank gives: ${reason.replaceAll("_", " ")}. Look in Stripe's dashboard whether an answer is due.`,
    wasLost
      ? "The books have it as lost, and stay so until it is decided."
      : "Nothing of this order is paid out to its merchants meanwhile.",
  ]);
}

/** Tells operators that the bank asks for another sum than before, or has taken another sum. */
export async function mailDisputeChanged(
  db: Db,
  services: Services,
  order: OrderRow,
  { amountCents, previousCents, status }: Dispute & { previousCents: number },
): Promise<void> {
  await mailOperators(db, services, `The dispute about order #${order.itemId} is about another sum`, order, [
    `it was about ${dollars(previousCents)} and is about ${dollars(amountCents)} now.`,
    ...(status === "lost" && amountCents < previousCents
      ? ["It was lost before. The books still have the former sum as lost: please settle the difference by hand."]
      : []),
  ]);
}

/**
 * Tells operators how a dispute has ended. If it was lost and then won after all, people settle it, because merchants
 * have lost it in the books.
 */
export async function mailDisputeEnded(
  db: Db,
  services: Services,
  order: OrderRow,
  { amountCents, status, wasLost }: Dispute & { wasLost: boolean },
): Promise<void> {
  const [subject, text]: [subject: string, text: string] =
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
  await mailOperators(db, services, `The dispute about order #${order.itemId} ${subject}`, order, [text]);
}

/** Tells operators that a bank has taken `cents` of an order's payment, and that we cannot know what for. */
export async function mailPartLost(db: Db, services: Services, order: OrderRow, cents: number): Promise<void> {
  await mailOperators(db, services, `Part of order #${order.itemId} was lost in a dispute`, order, [
    `${dollars(cents)} of order #${order.itemId} were taken back by its buyer's bank. It is written down, but we cannot know what it was for: stock, statuses and what merchants are owed are as they were.`,
  ]);
}
