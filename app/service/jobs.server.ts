import { sweepDrafts } from "~/features/accounts/drafts.server";
import { sweepExpired } from "~/features/accounts/forget-user.server";
import { resetJob } from "~/features/accounts/reset-password.server";
import { signInJob } from "~/features/accounts/sign-in-code.server";
import { resendJob, signUpJob } from "~/features/accounts/sign-up.server";
import { deliverLongShipped } from "~/features/merchant-orders/deliver.server";
import { scrubFiles } from "~/features/privacy/erase.server";
import { sweepUploads } from "~/features/media/resumable.server";
import { sweepOrphans } from "~/features/media/stored-files.server";
import { anonymiseArrived } from "~/features/orders/anonymise-orders.server";
import { offSaleJob } from "~/features/checkout/off-sale.server";
import { reconcilePayments } from "~/features/checkout/reconcile-payments.server";
import { stripeEvent, sweepStripeEvents } from "~/features/payments/webhooks.server";
import { tellBack } from "~/features/notices/tell-back.server";
import { tellStalls } from "~/features/notices/tell-stalls.server";
import { tellByMail } from "~/features/messages/tell-by-mail.server";
import { catchUpPayouts } from "~/features/payouts/catch-up.server";
import { payOut } from "~/features/payouts/jobs.server";
import { reverse } from "~/features/payouts/reverse.server";
import { lowStockMails } from "~/features/stock/low-stock-mail.server";
import { sweepPastPrices } from "~/features/products/prior-prices.server";
import { sweepStockHistory } from "~/features/products/stock.server";
import { importJob } from "~/features/product-sheets/apply-import.server";
import { sweepImports } from "~/features/product-sheets/import.server";
import { goOn as goOnWithClosedTime } from "~/features/closed-times/go-on.server";
import { lookAfterClosedTimes } from "~/features/closed-times/look-after.server";
import { walk as recallOrders } from "~/features/recalls/refund-orders.server";
import { writeMails as writeRecallMails } from "~/features/recalls/letters.server";
import { carryOutRefund } from "~/features/refunds/carry-out-refund.server";
import { lookAgain } from "~/features/refunds/look-again.server";
import { sweepAuthenticators } from "~/features/second-factor/sweep.server";
import { releaseMissed } from "~/features/unpaid-orders/release-missed.server";
import { remindOfDay } from "~/features/orders/remind-of-day.server";
import { askForReviews } from "~/features/reviews/ask-for-reviews.server";
import { sendPush } from "~/features/push/send.server";
import { sendWebhooks } from "~/features/webhooks/send-webhooks.server";
import { sweepWebhooks } from "~/features/webhooks/sweep.server";
import { stockJob } from "~/features/webhooks/tell-stock.server";
import { sweepIdempotencyKeys } from "~/platform/http/idempotency.server";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import { sweepJobs } from "~/platform/jobs/revive-dead-letter.server";
import { jobRunner, type JobRunner } from "~/platform/jobs/runner.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import { sweepUploadLocks } from "~/platform/files/upload-locks.server";
import { sweepRateLimits } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";

const LATE_MS = 2 * 86_400_000;

/**
 * Deletes what nobody needs any more: sessions, codes, keys, finished jobs, pictures that nothing shows, incomplete
 * uploads. Nothing is shown or accepted after its end, so most of it is deleted only two days later. Otherwise a clock
 * that is a day ahead by mistake would delete what people still use, for good. Addresses that are no longer needed, and
 * what was told to webhooks, are deleted on time.
 */
const sweep: RecurringJob = {
  kind: "sweep",
  everySeconds: 3600,
  async handle(now) {
    const services = { ...now, clock: { now: () => new Date(now.clock.now().getTime() - LATE_MS) } };
    const steps = [
      () => sweepExpired(services),
      () => sweepAuthenticators(services),
      () => sweepJobs(services),
      () => sweepRateLimits(services),
      () => anonymiseArrived(now),
      () => sweepIdempotencyKeys(services),
      () => sweepDrafts(services),
      () => sweepImports(services),
      () => sweepStockHistory(services),
      () => sweepPastPrices(services),
      () => sweepStripeEvents(services),
      () => sweepWebhooks(now),
      () => sweepOrphans(services),
      () => sweepUploads(services),
      () => sweepUploadLocks(services),
      // Last, because the write-ahead log still contains what was deleted.
      () => now.dialect.scrub(now.db),
    ];
    const failures: unknown[] = [];
    // A step that fails, perhaps every hour, does not keep the others from their work.
    for (const step of steps) await step().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join("; "));
  },
};

/** The runner with every kind of job. */
export function workOf(services: Services): JobRunner {
  return jobRunner(
    services,
    [
      sendMail,
      signUpJob,
      resendJob,
      resetJob,
      signInJob,
      carryOutRefund,
      stripeEvent,
      offSaleJob,
      importJob,
      payOut,
      reverse,
      recallOrders,
      writeRecallMails,
      goOnWithClosedTime,
      sendWebhooks,
      stockJob,
      tellByMail,
      sendPush,
      scrubFiles,
    ],
    [
      reconcilePayments,
      lookAgain,
      deliverLongShipped,
      catchUpPayouts,
      lowStockMails,
      askForReviews,
      tellBack,
      tellStalls,
      remindOfDay,
      releaseMissed,
      lookAfterClosedTimes,
      sweep,
    ],
  );
}
