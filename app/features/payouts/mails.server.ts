import { operatorReaders } from "~/features/accounts/operators.server";
import type { Db } from "~/platform/database/database.server";
import { mailTo, type Reader } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

const SAID = {
  opened: "an account for your payouts was opened at Stripe just now. Its bank details decide where your money goes.",
  submitted: "the details of your payout account at Stripe, where your money goes, were handed in just now.",
};

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const dollars = (cents: number) => money.format(cents / 100);

/* Letters about merchants' money, each written in the transaction of the change that it reports. */

/** Tells a merchant about a change of the account to which their money goes. */
export async function mailPayoutAccount(
  db: Db,
  services: Services,
  merchantId: string,
  kind: keyof typeof SAID,
): Promise<void> {
  const { config } = services;
  const merchant = await merchantOf(db, merchantId);
  if (!merchant) return;
  await mailTo(db, services, merchant, "Your payout account has changed", [
    SAID[kind],
    accountButton(services),
    `If that was not you, choose a new password at once at ${config.publicUrl}/reset_password and write to us at ${config.market.email}.`,
  ]);
}

/** Tells merchant and operators that no money can be sent to the merchant's account any more, for now or for good. */
export async function mailPayoutsStopped(
  db: Db,
  services: Services,
  merchantId: string,
  { problem, isDisconnected }: { problem: string; isDisconnected: boolean },
): Promise<void> {
  const merchant = await merchantOf(db, merchantId);
  if (!merchant) return;
  const reason = isDisconnected
    ? "your payout account at Stripe is no longer connected with us."
    : "Stripe does not let us send money to your payout account just now.";
  const remedy = isDisconnected
    ? "Set up payouts again: what waits is sent to your new account by itself."
    : "What waits is sent by itself as soon as Stripe says that all is well again.";
  await mailTo(db, services, merchant, "Your payouts have stopped", [
    reason,
    ...(problem ? [problem] : []),
    `What you sell stays in your balance. ${remedy}`,
    accountButton(services),
  ]);
  await mailOperators(db, services, `The payouts of ${merchant.storeName} have stopped`, [
    isDisconnected
      ? `the payout account of ${merchant.storeName} at Stripe is no longer connected with the marketplace. Nothing is sent until the merchant sets up another one.`
      : `Stripe does not let us send money to the payout account of ${merchant.storeName}. ${problem} What waits is sent by itself as soon as that has changed.`,
    merchantButton(services, merchantId),
  ]);
}

/** Tells merchant and operators that money can be sent to the merchant's account again. */
export async function mailPayoutsGoOn(db: Db, services: Services, merchantId: string): Promise<void> {
  const merchant = await merchantOf(db, merchantId);
  if (!merchant) return;
  await mailTo(db, services, merchant, "Your payouts go on", [
    "Stripe lets us send money to your payout account again. What has waited for it is on its way.",
    accountButton(services),
  ]);
  await mailOperators(db, services, `The payouts of ${merchant.storeName} go on`, [
    `Stripe lets us send money to the payout account of ${merchant.storeName} again. What has waited for it is on its way.`,
    merchantButton(services, merchantId),
  ]);
}

/** Tells merchant and operators that somebody has taken back a payout, or a part of it, in the provider's dashboard. */
export async function mailManualReversal(
  db: Db,
  services: Services,
  { merchantId, orderId }: { merchantId: string; orderId: string },
  { cents, itemId }: { cents: number; itemId: number },
): Promise<void> {
  const merchant = await merchantOf(db, merchantId);
  if (merchant)
    await mailTo(db, services, merchant, `${dollars(cents)} of your payout for order #${itemId} were taken back`, [
      `our team has taken back ${dollars(cents)} of what you were sent for order #${itemId}. Your balance has it again.`,
      { button: "See my payments", href: `${services.config.publicUrl}/merchant/payments` },
      `If you do not know why, write to us at ${services.config.market.email}.`,
    ]);
  await mailOperators(db, services, `A payout for order #${itemId} was taken back at Stripe`, [
    `${dollars(cents)} of the payout${merchant ? ` to ${merchant.storeName}` : ""} for order #${itemId} were taken back in Stripe's dashboard. The books follow: the merchant is owed them again, they count towards refunds of this part, and they are not sent again by themselves.`,
    orderButton(services, orderId),
  ]);
}

/** Tells operators that the provider has refused, for the first time, to send a payout or to take it back. */
export async function mailRefused(
  db: Db,
  services: Services,
  { merchantId, orderId }: { merchantId: string; orderId: string },
  { cents, reason, isReversal }: { cents: number; reason: string; isReversal: boolean },
): Promise<void> {
  const merchant = await merchantOf(db, merchantId);
  const name = merchant?.storeName ?? "a merchant";
  const subject = isReversal ? `A payout to ${name} cannot be taken back` : `A payout to ${name} cannot be sent`;
  await mailOperators(db, services, subject, [
    isReversal
      ? `Stripe refuses to take ${dollars(cents)} back from ${name} for a refund. Until it does, the merchant owes the marketplace this sum; their balance shows it.`
      : `Stripe refuses to send ${dollars(cents)} to ${name}. The money stays in the merchant's balance.`,
    `Stripe says: ${reason}`,
    "It is tried again, in the next hour and then every day.",
    orderButton(services, orderId),
  ]);
}

/** Tells merchant and operators that the merchant's bank has sent back money that the provider had paid out to it. */
export async function mailBankRefused(
  db: Db,
  services: Services,
  merchantId: string,
  { amountCents, reason }: { amountCents: number; reason: string },
): Promise<void> {
  const merchant = await merchantOf(db, merchantId);
  if (!merchant) return;
  const because = reason ? ` It says: ${reason}` : "";
  await mailTo(db, services, merchant, "Your bank has not taken your payout", [
    `Stripe has sent ${dollars(amountCents)} to your bank, and the bank has sent them back.${because}`,
    "The money is in your account at Stripe. Please check the bank details there; Stripe sends it once they are right.",
    accountButton(services),
  ]);
  await mailOperators(db, services, `The bank of ${merchant.storeName} has not taken a payout`, [
    `${dollars(amountCents)} came back from the bank of ${merchant.storeName} to the merchant's account at Stripe.${because} Our books stay as they are: the merchant has the money, at Stripe.`,
    merchantButton(services, merchantId),
  ]);
}

async function mailOperators(db: Db, services: Services, subject: string, parts: Parameters<typeof mailTo>[4]) {
  for (const operator of await operatorReaders(db)) await mailTo(db, services, operator, subject, parts);
}

async function merchantOf(db: Db, merchantId: string): Promise<(Reader & { storeName: string }) | undefined> {
  const merchant = await db
    .selectFrom("users as u")
    .leftJoin("stores as s", "s.userId", "u._id")
    .select(["u.email", "u.firstName", "s.storeName"])
    .where("u._id", "=", merchantId)
    .executeTakeFirst();
  return merchant && { ...merchant, storeName: merchant.storeName ?? "a merchant" };
}

const accountButton = ({ config }: Services) => ({
  button: "See my payout account",
  href: `${config.publicUrl}/merchant/account_settings#payouts`,
});
const merchantButton = ({ config }: Services, merchantId: string) => ({
  button: "Open the merchant",
  href: `${config.publicUrl}/operator/merchants/${merchantId}`,
});
const orderButton = ({ config }: Services, orderId: string) => ({
  button: "Open the order",
  href: `${config.publicUrl}/operator/orders/${orderId}`,
});
