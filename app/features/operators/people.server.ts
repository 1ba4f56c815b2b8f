import { revokeTokensOf } from "~/features/accounts/tokens.server";
import { balanceOf } from "~/features/ledger/balance.server";
import { payoutAccountOf } from "~/features/payouts/accounts.server";
import { sendWaiting } from "~/features/payouts/due.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { StoreRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { audit, pageOfDocs, type Operator } from "./audit.server";
import { otherStatus, unknownMerchant, unknownUser } from "./errors.server";
import { mailApproved, mailReinstated, mailSignedOut, mailSuspended } from "./mails.server";
import { findMerchants, findUsers, merchantById } from "./people-queries.server";
import type { Merchant, MerchantDetails } from "./schema";

const PEOPLE_A_PAGE = 20;

type Found = NonNullable<Awaited<ReturnType<typeof merchantById>>>;

function toMerchant(row: Omit<Found, "categories">, categories: string[]): Merchant {
  return { ...row, email: row.email ?? "", products: Number(row.products ?? 0), categories };
}

export async function merchantPage(
  { db }: Services,
  wanted: { q: string; status: StoreRow["status"] | "" },
  page: number,
) {
  const { rows, total } = await findMerchants(db, wanted, { limit: PEOPLE_A_PAGE, offset: (page - 1) * PEOPLE_A_PAGE });
  return pageOfDocs(
    rows.map((row) => toMerchant(row, [])),
    page,
    PEOPLE_A_PAGE,
    total,
  );
}

/** One merchant with what the marketplace owes them, and whether they can be paid out. */
export async function merchantFor(services: Services, merchantId: string): Promise<MerchantDetails> {
  const row = await merchantById(services.db, merchantId);
  if (!row) throw unknownMerchant();
  return {
    ...toMerchant(row, row.categories),
    balance: await balanceOf(services, merchantId),
    payoutAccount: await payoutAccountOf(services, merchantId),
  };
}

/** Takes a store from one of the statuses `from` to another, and its products on or off sale with it, all at once. */
async function setStatus(
  services: Services,
  merchantId: string,
  from: StoreRow["status"][],
  to: StoreRow["status"],
  tell: (trx: Trx, merchant: Found) => Promise<void>,
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const merchant = await merchantById(trx, merchantId);
    if (!merchant) throw unknownMerchant();
    const changed = await trx
      .updateTable("stores")
      .set({ status: to })
      .where("userId", "=", merchantId)
      .where("status", "in", from)
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) throw otherStatus();
    const products = trx.updateTable("products").where("merchantId", "=", merchantId).where("deletedAt", "is", null);
    const { numUpdatedRows: shown } = await (
      to === "active"
        ? products.set({ isPublic: 1 }).where("availType", "=", "published")
        : products.set({ isPublic: 0 }).where("isPublic", "=", 1)
    ).executeTakeFirstOrThrow();
    if (shown > 0n) await services.dialect.announceChange(trx);
    await tell(trx, merchant);
  });
}

/** Lets a merchant in who has signed up. */
export async function approveMerchant(services: Services, operator: Operator, merchantId: string): Promise<void> {
  await setStatus(services, merchantId, ["waiting"], "active", async (trx, merchant) => {
    await audit(trx, services, operator, "merchant.approved", merchant.storeName, { merchant: merchantId });
    await mailApproved(trx, services, merchant);
  });
}

/**
 * Takes everything of a merchant off sale. Orders that are paid go on, and the merchant can still sign in to send
 * them; payouts wait for the end of it.
 */
export async function suspendMerchant(
  services: Services,
  operator: Operator,
  merchantId: string,
  reason: string,
): Promise<void> {
  await setStatus(services, merchantId, ["active", "waiting"], "suspended", async (trx, merchant) => {
    await audit(trx, services, operator, "merchant.suspended", merchant.storeName, { merchant: merchantId, reason });
    await mailSuspended(trx, services, merchant, reason);
  });
}

/** Ends a suspension: what is published and not deleted is on sale again, and payouts that waited for this are sent. */
export async function reinstateMerchant(services: Services, operator: Operator, merchantId: string): Promise<void> {
  await setStatus(services, merchantId, ["suspended"], "active", async (trx, merchant) => {
    await audit(trx, services, operator, "merchant.reinstated", merchant.storeName, { merchant: merchantId });
    await mailReinstated(trx, services, merchant);
    await sendWaiting(trx, services, merchantId);
  });
}

export async function userPage({ db, clock }: Services, q: string, page: number) {
  const { rows, total } = await findUsers(db, q, timestamp(clock), {
    limit: PEOPLE_A_PAGE,
    offset: (page - 1) * PEOPLE_A_PAGE,
  });
  const docs = rows.map(({ verifiedAt, email, sessions, ...row }) => ({
    ...row,
    email: email ?? "",
    verified: verifiedAt !== null,
    sessions: Number(sessions ?? 0),
  }));
  return pageOfDocs(docs, page, PEOPLE_A_PAGE, total);
}

/** Signs a person out everywhere. Doing it twice does no more than once. */
export async function endSessions(services: Services, operator: Operator, userId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select(["email", "firstName"])
      .where("_id", "=", userId)
      .where("deletedAt", "is", null)
      .executeTakeFirst();
    if (!user) throw unknownUser();
    await revokeTokensOf(trx, userId);
    await audit(trx, services, operator, "user.signed_out", user.email ?? "", { user: userId });
    await mailSignedOut(trx, services, user);
  });
}
