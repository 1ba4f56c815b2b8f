import { sweepIdempotencyKeys } from "~/api/idempotency.server";
import { sweepDrafts } from "~/features/accounts/drafts.server";
import { resetJob } from "~/features/accounts/reset-password.server";
import { resendJob, signUpJob } from "~/features/accounts/sign-up.server";
import { deliverLongShipped } from "~/features/fulfilment/deliver.server";
import { sweepUploads } from "~/features/media/resumable.server";
import { sweepOrphans } from "~/features/media/stored-files.server";
import { anonymiseArrived } from "~/features/orders/anonymise-orders.server";
import { reconcilePayments } from "~/features/payments/reconcile.server";
import { stripeEvent, sweepStripeEvents } from "~/features/payments/stripe-events.server";
import { catchUpPayouts, payOut, reverse } from "~/features/payouts/jobs.server";
import { sweepImports } from "~/features/products/import.server";
import { carryOutRefund } from "~/features/refunds/carry-out-refund.server";
import { timestamp } from "~/platform/clock";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import { jobRunner, type JobRunner } from "~/platform/jobs/runner.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

const DAY = 86_400;

/**
 * Sweeps out what nobody needs any more: sessions, codes, keys, finished jobs, pictures that nothing shows, uploads
 * that never came whole.
 */
const sweep: RecurringJob = {
  kind: "sweep",
  everySeconds: 3600,
  async handle(services) {
    const { db, clock } = services;
    const now = timestamp(clock);
    await db.deleteFrom("tokens").where("expiresAt", "<", now).execute();
    await db.deleteFrom("codes").where("expiresAt", "<", now).execute();
    await db.deleteFrom("accountLinks").where("expiresAt", "<", now).execute();
    await db
      .deleteFrom("knownBrowsers")
      .where("lastSeenAt", "<", timestamp(clock, -365 * DAY))
      .execute();
    await db.deleteFrom("passwordLinks").where("expiresAt", "<", now).execute();
    await db
      .deleteFrom("jobs")
      .where("finishedAt", "<", timestamp(clock, -7 * DAY))
      .execute();
    await db.deleteFrom("limits").where("expire", "<", clock.now().getTime()).execute();
    await anonymiseArrived(db);
    await sweepIdempotencyKeys(services);
    await sweepDrafts(services);
    await sweepImports(services);
    await sweepStripeEvents(services);
    await sweepOrphans(services);
    await sweepUploads(services);
  },
};

/** The runner with every kind of job that there is. */
export function workOf(services: Services): JobRunner {
  return jobRunner(
    services,
    [sendMail, signUpJob, resendJob, resetJob, carryOutRefund, stripeEvent, payOut, reverse],
    [reconcilePayments, deliverLongShipped, catchUpPayouts, sweep],
  );
}
