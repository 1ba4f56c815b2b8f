import type Stripe from "stripe";
import { accountOf, connected } from "./accounts";
import { invalid } from "./failures";
import { text, whole } from "./form";
import type { Route } from "./routes";
import { emit, recordOf, newId, seconds, type Store } from "./store";
import { change, type Closed } from "./sdk-types";

/** Returns the balance of an account at Stripe, in cents: transfers less reversals and payouts to its bank. */
export function balanceOf(store: Store, accountId: string): number {
  const { transfers, bankPayouts } = connected(store);
  const received = [...transfers.values()]
    .filter((transfer) => transfer.destination === accountId)
    .reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0);
  return [...bankPayouts.values()]
    .filter((payout) => payout.account === accountId && payout.status !== "failed" && payout.status !== "canceled")
    .reduce((sum, payout) => sum - payout.amount, received);
}

/** Pays an account's balance to its bank, as Stripe does every day by itself; without an amount, all of it. */
export function payOutToBank(store: Store, accountId: string, requestedCents: number | null = null): Stripe.Payout {
  accountOf(store, accountId);
  const amount = requestedCents ?? balanceOf(store, accountId);
  if (amount < 1 || amount > balanceOf(store, accountId))
    throw invalid("You have insufficient funds in your Stripe account.", { code: "balance_insufficient" });
  const payout: Closed<Stripe.Payout> & { account: string } = {
    account: accountId,
    id: newId("po"),
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: seconds(store),
    automatic: true,
    balance_transaction: newId("txn"),
    created: seconds(store),
    currency: "usd",
    description: null,
    destination: newId("ba"),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "not_applicable",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "paid",
    trace_id: null,
    type: "bank_account",
  };
  connected(store).bankPayouts.set(payout.id, payout);
  emit(store, "payout.paid", withoutAccount(payout), accountId);
  return payout;
}

/** The bank returns a payout, up to five days after it counted as paid. The money is in the account's balance again. */
export function failBankPayout(store: Store, id: string): void {
  const payout = recordOf(connected(store).bankPayouts, "payout", id);
  change(payout, {
    status: "failed",
    failure_code: "account_closed",
    failure_message: "The bank account has been closed.",
    failure_balance_transaction: newId("txn"),
  });
  emit(store, "payout.failed", withoutAccount(payout), payout.account);
}

function withoutAccount(payout: Stripe.Payout & { account: string }): Stripe.Payout {
  const copy: Stripe.Payout & { account?: string } = { ...payout };
  delete copy.account;
  return copy;
}

export const bankPayoutRoutes: Route[] = [
  [
    "GET",
    "/v1/payouts/:id",
    ({ store, id, account }) => {
      const payout = recordOf(connected(store).bankPayouts, "payout", id);
      accountOf(store, account);
      // An account can only see its own payouts.
      return withoutAccount(recordOf(new Map(payout.account === account ? [[id, payout]] : []), "payout", id));
    },
  ],
  [
    "POST",
    "/control/bank-payout",
    ({ store, params }) => payOutToBank(store, text(params["account"]), whole(params["amount"])),
  ],
  [
    "POST",
    "/control/fail-bank-payout",
    ({ store, params }) => {
      failBankPayout(store, text(params["payout"]));
      return { done: true };
    },
  ],
];
