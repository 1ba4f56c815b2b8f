import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import type { PayoutAccountRow } from "~/platform/database/tables";
import type { PayoutAccount, PayoutProvider } from "~/platform/payouts/payout-provider";
import type { Services } from "~/platform/services.server";
import { sendWaiting } from "./due.server";
import { payoutsOff } from "./errors.server";
import { mailPayoutAccount } from "./mails.server";
import type { PayoutAccountAnswer, PayoutStatus } from "./schema";

/** Where the provider sends a merchant back to: when it is done, and when its page could not be opened any more. */
const RETURN = "/merchant/payout_account/return";
const REFRESH = "/merchant/payout_account/refresh";

function providerOf({ payouts }: Services): PayoutProvider {
  if (!payouts) throw payoutsOff();
  return payouts;
}

function rowOf(db: Db, merchantId: string): Promise<PayoutAccountRow | undefined> {
  return db.selectFrom("payoutAccounts").selectAll().where("merchantId", "=", merchantId).executeTakeFirst();
}

function statusOf(row: PayoutAccountRow | undefined): PayoutStatus {
  if (!row) return "none";
  if (row.ready === 1) return "ready";
  if (row.submitted === 0) return "incomplete";
  return row.problem ? "restricted" : "checking";
}

/** How far a merchant's account for payouts has come, as it was last heard of. */
export async function payoutAccountOf(
  { db, payouts, config }: Pick<Services, "db" | "payouts" | "config">,
  merchantId: string,
): Promise<PayoutAccountAnswer> {
  const row = payouts ? await rowOf(db, merchantId) : undefined;
  return {
    enabled: payouts !== null,
    status: statusOf(row),
    problem: row?.problem ?? "",
    feePercent: config.platformFeeBasisPoints / 100,
  };
}

/** Leads a merchant to the provider's own page, on an account that is made the first time. */
export async function beginOnboarding(
  services: Services,
  merchant: { _id: string; email: string; storeName: string },
): Promise<{ url: string }> {
  const provider = providerOf(services);
  const known = await rowOf(services.db, merchant._id);
  if (!known)
    await keep(
      services,
      merchant._id,
      await provider.createAccount({ merchantId: merchant._id, email: merchant.email, storeName: merchant.storeName }),
    );
  // Two tabs may have begun at once: the first one counts.
  const accountId = (await rowOf(services.db, merchant._id))?.accountId ?? "";
  const { publicUrl } = services.config;
  return {
    url: await provider.onboardingPage(accountId, {
      returnUrl: `${publicUrl}${RETURN}`,
      refreshUrl: `${publicUrl}${REFRESH}`,
    }),
  };
}

async function keep(services: Services, merchantId: string, account: PayoutAccount): Promise<void> {
  const at = timestamp(services.clock);
  await inTransaction(services.db, async (trx) => {
    const kept = await trx
      .insertInto("payoutAccounts")
      .values({
        merchantId,
        accountId: account.id,
        ready: account.ready ? 1 : 0,
        submitted: account.submitted ? 1 : 0,
        problem: account.problem,
        createdAt: at,
        updatedAt: at,
      })
      .onConflict((oc) => oc.column("merchantId").doNothing())
      .executeTakeFirst();
    if (kept.numInsertedOrUpdatedRows === 1n) await mailPayoutAccount(trx, services, merchantId, "opened");
  });
}

/** Asks the provider how the account stands now. What waited for it is sent once it is ready. */
export async function refreshPayoutAccount(services: Services, merchantId: string): Promise<PayoutAccountAnswer> {
  providerOf(services);
  const row = await rowOf(services.db, merchantId);
  if (row) await update(services, row);
  return payoutAccountOf(services, merchantId);
}

/** The provider says that something about an account has changed. One that is not ours is none of our business. */
export async function payoutAccountChanged(services: Services, accountId: string): Promise<void> {
  if (!services.payouts) return;
  const row = await services.db
    .selectFrom("payoutAccounts")
    .selectAll()
    .where("accountId", "=", accountId)
    .executeTakeFirst();
  if (row) await update(services, row);
}

/**
 * The message only says that something changed: what is true now is asked for, so that messages may come late or in
 * any order.
 */
async function update(services: Services, { merchantId, accountId }: PayoutAccountRow): Promise<void> {
  const { ready, submitted, problem } = await providerOf(services).account(accountId);
  await inTransaction(services.db, async (trx) => {
    if (submitted && (await isNews(trx, accountId))) await mailPayoutAccount(trx, services, merchantId, "submitted");
    await trx
      .updateTable("payoutAccounts")
      .set({
        ready: ready ? 1 : 0,
        submitted: submitted ? 1 : 0,
        problem: problem.slice(0, 500),
        updatedAt: timestamp(services.clock),
      })
      .where("accountId", "=", accountId)
      .execute();
    if (ready) await sendWaiting(trx, services, merchantId);
  });
}

/** Whether nobody has heard yet that the details of an account were handed in; of two at once one is told so. */
async function isNews(trx: Trx, accountId: string): Promise<boolean> {
  const told = await trx
    .updateTable("payoutAccounts")
    .set({ submitted: 1 })
    .where("accountId", "=", accountId)
    .where("submitted", "=", 0)
    .executeTakeFirst();
  return told.numUpdatedRows === 1n;
}
