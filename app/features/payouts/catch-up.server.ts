import { ProviderUnreachable } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import { reviveDeadLetters } from "~/platform/jobs/revive-dead-letter.server";
import type { Services } from "~/platform/services.server";
import { lookAtAccount } from "./accounts.server";
import { payOut } from "./jobs.server";
import { payableNow } from "./waiting.server";

const MOST_AT_ONCE = 200;
/** Accounts that one run asks about. Each is a question to the provider. */
const ACCOUNTS_AT_ONCE = 50;
/** Seconds between questions about an account that payouts wait for, in case its events are lost. */
const LOOK_EVERY = 3600;
/** Seconds after which a transfer or reversal is tried anew that the provider has refused at every try. */
const RETRY_REFUSED_AFTER = 86_400;

/**
 * Starts payouts that wait for nothing any more: days pass, disputes end, and accounts become ready although nobody
 * tells us. Also retries what the provider has refused, which may be possible later.
 */
export const catchUpPayouts: RecurringJob = {
  kind: "payouts.catch-up",
  everySeconds: 900,
  async handle(services) {
    if (!services.payouts) return;
    const failures = await lookAtAccounts(services);
    const waiting = await payableNow(services.db, services).select("p._id").limit(MOST_AT_ONCE).execute();
    for (const { _id } of waiting)
      await payOut.enqueue(services.db, services, { payoutId: _id }, { uniqueKey: `payout ${_id}` });
    await retryRefused(services);
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join("; "));
  },
};

/**
 * Asks about the accounts that due payouts wait for, longest unasked first, and returns the failures. A failure ends
 * the run only if the provider is unreachable.
 */
async function lookAtAccounts(services: Services): Promise<unknown[]> {
  const { db, clock } = services;
  const accounts = await db
    .selectFrom("payoutAccounts as a")
    .select("a.accountId")
    .where("a.ready", "=", 0)
    .where("a.disconnected", "=", 0)
    .where("a.updatedAt", "<=", timestamp(clock, -LOOK_EVERY))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("payouts as p")
          .select("p._id")
          .whereRef("p.merchantId", "=", "a.merchantId")
          .where("p.startedAt", "is", null)
          .where("p.dueAt", "<=", timestamp(clock)),
      ),
    )
    .orderBy("a.updatedAt")
    .limit(ACCOUNTS_AT_ONCE)
    .execute();
  const failures: unknown[] = [];
  for (const { accountId } of accounts) {
    await db
      .updateTable("payoutAccounts")
      .set({ updatedAt: timestamp(clock) })
      .where("accountId", "=", accountId)
      .execute();
    try {
      await lookAtAccount(services, accountId);
    } catch (error) {
      failures.push(error);
      if (error instanceof ProviderUnreachable) break;
    }
  }
  return failures;
}

/** Retries, once a day, what the provider has refused at every try. */
async function retryRefused(services: Services): Promise<void> {
  const { db, clock } = services;
  const transfers = await db
    .selectFrom("payouts")
    .select("_id")
    .where("startedAt", "is not", null)
    .where("doneAt", "is", null)
    .where("refusals", ">", 0)
    .limit(MOST_AT_ONCE)
    .execute();
  const reversals = await db
    .selectFrom("payoutReversals")
    .select("_id")
    .where("doneAt", "is", null)
    .where("refusals", ">", 0)
    .limit(MOST_AT_ONCE)
    .execute();
  const keys = [...transfers.map(({ _id }) => `payout ${_id}`), ...reversals.map(({ _id }) => `reversal ${_id}`)];
  await inTransaction(db, (trx) => reviveDeadLetters(trx, services, keys, timestamp(clock, -RETRY_REFUSED_AFTER)));
}
