import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { NewRow, OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import { jobProducer, settleDeadLetter, type JobProducer } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import type { Back, Pieces } from "./allocate-refund.server";
import { mailRefundOnItsWay } from "./mails.server";

/*
 * What is written down about refunds: one that is to be made, one that the provider has made, one that was made without
 * us. All in the transaction of whoever asks, who holds the order's lock.
 */

const job = jobProducer<{ refundId: string }>("refund");

/** What the job of a refund is called, so that one that failed for good is found again. */
export const refundJobKey = (refundId: string): string => `refund ${refundId}`;

/** Has a refund carried out that is written down; how, is known to `carry-out-refund`. */
export const refund: JobProducer<{ refundId: string }> = {
  kind: job.kind,
  enqueue: (db, services, payload) => job.enqueue(db, services, payload, { uniqueKey: refundJobKey(payload.refundId) }),
};

type Wanted = Pick<
  NewRow<"refunds">,
  "_id" | "orderId" | "intentId" | "amountCents" | "partId" | "reason" | "createdAt"
>;

/**
 * Writes down that `amountCents` of a payment go back, and for which pieces where that is known; a job carries it out.
 * `reason` is what the buyer reads.
 */
export async function writeRefund(trx: Trx, services: Services, wanted: Wanted, pieces: Pieces[] = []): Promise<void> {
  await trx
    .insertInto("refunds")
    .values({ ...wanted, providerId: null, doneAt: null })
    .execute();
  if (pieces.length > 0)
    await trx
      .insertInto("refundLines")
      .values(
        pieces.map(({ line, quantity }) => ({
          refundId: wanted._id,
          lineId: line._id,
          quantity,
          amountCents: line.priceCents * quantity,
        })),
      )
      .execute();
  await refund.enqueue(trx, services, { refundId: wanted._id });
}

/** Writes down refunds of a payment that were made without us, by hand at the provider or by a bank. */
export async function writeBacks(
  trx: Trx,
  { clock }: Services,
  { orderId, intentId }: { orderId: string; intentId: string },
  backs: { back: Back; amountCents: number; reason: string }[],
): Promise<void> {
  if (backs.length === 0) return;
  await trx
    .insertInto("refunds")
    .values(
      backs.map(({ back, amountCents, reason }): NewRow<"refunds"> => ({
        _id: newId(clock.now()),
        orderId,
        intentId,
        amountCents,
        reason,
        origin: back.origin,
        providerId: back.id,
        createdAt: back.createdAt,
        doneAt: back.createdAt,
      })),
    )
    .execute();
}

/**
 * Marks a refund of ours as made, once, with what the provider calls it and how much it was. Its buyer is told, unless
 * it was the bank's doing; a job that was given up on need not be tried again.
 */
export async function markDone(
  trx: Trx,
  services: Services,
  order: OrderRow,
  refundId: string,
  as: { providerId: string | null; amountCents: number; origin?: Back["origin"] },
): Promise<void> {
  const done = await trx
    .updateTable("refunds")
    .set({ ...as, doneAt: timestamp(services.clock), sendingUntil: null })
    .where("_id", "=", refundId)
    .where("doneAt", "is", null)
    .returning("reason")
    .executeTakeFirst();
  if (!done) return;
  await settleDeadLetter(trx, services, refundJobKey(refundId));
  if (as.amountCents > 0 && as.origin !== "dispute")
    await mailRefundOnItsWay(trx, services, { ...order, amountCents: as.amountCents }, done.reason);
}
