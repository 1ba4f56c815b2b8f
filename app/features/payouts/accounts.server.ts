import type { Selectable } from "kysely";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db } from "~/platform/database/database.server";
import type { PayoutAccountRow } from "~/platform/database/tables";
import type { PayoutAccount, PayoutProvider } from "~/platform/payouts/payout-provider";
import type { Services } from "~/platform/services.server";
import { noteAccount } from "./account-state.server";
import { sendWaiting } from "./due.server";
import { payoutsOff } from "./errors.server";
import { mailPayoutAccount } from "./mails.server";
import type { PayoutAccountAnswer, PayoutStatus } from "./schema";

/**
 * Paths to which the provider sends a merchant back: when it is done, and when its page could not be opened any more.
 */
const RETURN = "/merchant/payout_account/return";
const REFRESH = "/merchant/payout_account/refresh";

function providerOf({ payouts }: Services): PayoutProvider {
  if (!payouts) throw payoutsOff();
  return payouts;
}

function rowOf(db: Db, merchantId: string): Promise<Selectable<PayoutAccountRow> | undefined> {
  return db.selectFrom("payoutAccounts").selectAll().where("merchantId", "=", merchantId).executeTakeFirst();
}

function statusOf(row: Selectable<PayoutAccountRow> | undefined): PayoutStatus {
  if (!row) return "none";
  if (row.disconnected === 1) return "disconnected";
  if (row.ready === 1) return "ready";
  if (row.submitted === 0) return "incomplete";
  return row.problem ? "restricted" : "checking";
}

/** The state of a merchant's account for payouts, as it was last known. */
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

/**
 * Returns the provider's own page for a merchant. An account is made the first time, and if the earlier one is
 * disconnected.
 */
export async function beginOnboarding(
  services: Services,
  merchant: { _id: string; email: string; storeName: string },
): Promise<{ url: string }> {
  const provider = providerOf(services);
  const current = await rowOf(services.db, merchant._id);
  if (!current || current.disconnected === 1) {
    const { _id: merchantId, email, storeName } = merchant;
    const earlierAccountId = current?.accountId ?? "";
    await keep(
      services,
      merchantId,
      earlierAccountId,
      await provider.createAccount({ merchantId, email, storeName, earlierAccountId }),
    );
  }
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

/** Writes an account down, in place of the disconnected one if there is one. */
async function keep(
  services: Services,
  merchantId: string,
  earlierAccountId: string,
  account: PayoutAccount,
): Promise<void> {
  const at = timestamp(services.clock);
  const state = {
    accountId: account.id,
    ready: account.ready ? 1 : 0,
    submitted: account.submitted ? 1 : 0,
    problem: account.problem,
    updatedAt: at,
    disconnected: 0,
  } as const;
  await inTransaction(services.db, async (trx) => {
    const update = await trx
      .insertInto("payoutAccounts")
      .values({ ...state, merchantId, createdAt: at })
      .onConflict((oc) =>
        oc.column("merchantId").doUpdateSet(state).where("payoutAccounts.accountId", "=", earlierAccountId),
      )
      .executeTakeFirst();
    if (update.numInsertedOrUpdatedRows === 1n) await mailPayoutAccount(trx, services, merchantId, "opened");
  });
}

/** Asks the provider for the state of the account. If it is ready, payouts that waited for it are sent. */
export async function refreshPayoutAccount(services: Services, merchantId: string): Promise<PayoutAccountAnswer> {
  providerOf(services);
  const row = await rowOf(services.db, merchantId);
  if (row) await lookAtAccount(services, row.accountId);
  return payoutAccountOf(services, merchantId);
}

/**
 * Asks the provider for the state of an account, and brings our record to it. The provider's events only say that
 * something has changed, so they may come late or in any order. An account that is not ours is ignored.
 */
export async function lookAtAccount(services: Services, accountId: string): Promise<void> {
  const { payouts, db } = services;
  const row = await db
    .selectFrom("payoutAccounts")
    .select("merchantId")
    .where("accountId", "=", accountId)
    .executeTakeFirst();
  if (!payouts || !row) return;
  const account = await payouts.account(accountId);
  await inTransaction(db, async (trx) => {
    await noteAccount(trx, services, account);
    if (account.ready) await sendWaiting(trx, services, row.merchantId);
  });
}
