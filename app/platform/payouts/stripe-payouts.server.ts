import type Stripe from "stripe";
import { AccountInaccessible, IntentUnknown } from "~/platform/cards/card-provider";
import type { AskStripe } from "~/platform/cards/stripe-client.server";
import { keyOf, unlessRefused } from "~/platform/cards/stripe-errors.server";
import type { PayoutAccount, PayoutProvider, TransferReversal } from "./payout-provider";

const MOST_OF_ONE_ORDER = 100;

/**
 * Payouts with Stripe Connect: Express accounts, separate charges and transfers. Transfers carry the order as their
 * group and our own ids in their metadata, because Stripe forgets idempotency keys after a day but keeps those.
 */
export function stripePayouts({ ask }: { ask: AskStripe }): PayoutProvider {
  async function reversalsOf(transferId: string): Promise<TransferReversal[]> {
    const { data } = await ask((stripe) => stripe.transfers.listReversals(transferId, { limit: MOST_OF_ONE_ORDER }));
    return data
      .map(({ id, amount, metadata }) => ({ id, amountCents: amount, reversalId: metadata?.["reversalId"] ?? "" }))
      .toReversed();
  }

  return {
    name: "stripe",
    async createAccount({ merchantId, email, storeName, earlierAccountId }) {
      return accountOf(
        await ask((stripe) =>
          stripe.accounts.create(
            {
              type: "express",
              capabilities: { transfers: { requested: true } },
              metadata: { merchantId },
              ...(email && { email }),
              ...(storeName && { business_profile: { name: storeName } }),
            },
            { idempotencyKey: `payout-account-${merchantId}${earlierAccountId}-${email}-${storeName}`.slice(0, 255) },
          ),
        ),
      );
    },

    async account(accountId) {
      try {
        return accountOf(await ask((stripe) => stripe.accounts.retrieve(accountId)));
      } catch (error) {
        if (!(error instanceof AccountInaccessible)) throw error;
        return { id: accountId, ready: false, submitted: false, problem: "", isDisconnected: true };
      }
    },

    async onboardingPage(accountId, { returnUrl, refreshUrl }) {
      return (
        await ask((stripe) =>
          stripe.accountLinks.create({
            account: accountId,
            type: "account_onboarding",
            return_url: returnUrl,
            refresh_url: refreshUrl,
          }),
        )
      ).url;
    },

    async transfer({ payoutId, accountId, amountCents, currency, orderId, intentId, refusals }) {
      const { data } = await ask((stripe) =>
        stripe.transfers.list({ transfer_group: orderId, destination: accountId, limit: MOST_OF_ONE_ORDER }),
      );
      const earlier = data.find((transfer) => transfer.metadata["payoutId"] === payoutId);
      if (earlier) return { id: earlier.id };
      const { latest_charge } = await ask((stripe) => stripe.paymentIntents.retrieve(intentId));
      const charge = typeof latest_charge === "string" ? latest_charge : latest_charge?.id;
      const { id } = await unlessRefused(
        ask((stripe) =>
          stripe.transfers.create(
            {
              amount: amountCents,
              currency,
              destination: accountId,
              transfer_group: orderId,
              metadata: { payoutId, orderId },
              // The money comes out of this payment, which need not have reached our balance yet.
              ...(charge && { source_transaction: charge }),
            },
            { idempotencyKey: keyOf(`payout-${payoutId}`, refusals) },
          ),
        ),
      );
      return { id };
    },

    async transferOf(transferId) {
      try {
        const { id, metadata } = await ask((stripe) => stripe.transfers.retrieve(transferId));
        return { id, payoutId: metadata["payoutId"] ?? "", reversals: await reversalsOf(transferId) };
      } catch (error) {
        if (error instanceof IntentUnknown) return null;
        throw error;
      }
    },

    async bankPayout(accountId, bankPayoutId) {
      try {
        const payout = await ask((stripe) => stripe.payouts.retrieve(bankPayoutId, {}, { stripeAccount: accountId }));
        return {
          amountCents: payout.amount,
          hasFailed: payout.status === "failed",
          reason: payout.failure_message ?? payout.failure_code ?? "",
        };
      } catch (error) {
        if (error instanceof IntentUnknown || error instanceof AccountInaccessible) return null;
        throw error;
      }
    },

    async reverse({ reversalId, transferId, amountCents, refusals }) {
      const earlier = (await reversalsOf(transferId)).find((reversal) => reversal.reversalId === reversalId);
      if (earlier) return { id: earlier.id };
      const { id } = await unlessRefused(
        ask((stripe) =>
          stripe.transfers.createReversal(
            transferId,
            { amount: amountCents, metadata: { reversalId } },
            { idempotencyKey: keyOf(`reversal-${reversalId}`, refusals) },
          ),
        ),
      );
      return { id };
    },
  };
}

function accountOf(account: Stripe.Account): PayoutAccount {
  const due = account.requirements?.currently_due ?? [];
  const ready = account.payouts_enabled && account.capabilities?.transfers === "active";
  return {
    id: account.id,
    ready,
    submitted: account.details_submitted,
    problem: ready ? "" : problemOf(account, due),
    isDisconnected: false,
  };
}

function problemOf({ requirements, details_submitted }: Stripe.Account, due: string[]): string {
  if (requirements?.disabled_reason?.startsWith("rejected."))
    return "Stripe has closed this account for good. Please write to Stripe, or to us.";
  return (
    requirements?.errors?.[0]?.reason ??
    (details_submitted && due.length > 0 ? `Still missing: ${due.map(inWords).join(", ")}.` : "")
  );
}

/** "individual.verification.document" → "individual verification document". */
const inWords = (requirement: string): string => requirement.replace(/[._]/g, " ");
