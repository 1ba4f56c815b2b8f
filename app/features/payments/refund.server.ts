import { jobProducer, type JobProducer } from "~/platform/jobs/jobs.server";

const wish = jobProducer<{ refundId: string }>("refund");

/** What the job of a refund is called, so that one that failed for good is found again. */
export const refundJobKey = (refundId: string): string => `refund ${refundId}`;

/** Has a refund carried out that is written down; how, is known to `carry-out-refund`. */
export const refund: JobProducer<{ refundId: string }> = {
  kind: wish.kind,
  enqueue: (db, services, payload) =>
    wish.enqueue(db, services, payload, { uniqueKey: refundJobKey(payload.refundId) }),
};
