import type Stripe from "stripe";
import { connected } from "./accounts";
import { balanceOf } from "./bank-payouts";
import { Failure, invalid } from "./failures";
import { text, texts, whole, type Params } from "./form";
import type { Route } from "./routes";
import { emit, recordOf, newId, pageOf, seconds, type Store } from "./store";
import type { Closed } from "./sdk-types";

const pageIn = (params: Params) => ({ limit: whole(params["limit"]), startingAfter: text(params["starting_after"]) });

function newTransfer(store: Store, params: Params): Stripe.Transfer {
  const { accounts, transfers } = connected(store);
  const account = accounts.get(text(params["destination"]));
  if (!account)
    throw new Failure(400, {
      type: "invalid_request_error",
      code: "resource_missing",
      param: "destination",
      message: `No such destination: '${text(params["destination"])}'`,
    });
  if (account.capabilities?.transfers !== "active")
    throw invalid("Your destination account needs to have the transfers capability enabled.", {
      code: "insufficient_capabilities_for_transfer",
    });
  const amount = whole(params["amount"]) ?? 0;
  if (amount < 1)
    throw invalid("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  if (!params["source_transaction"])
    throw invalid("You have insufficient available funds in your Stripe account.", { code: "balance_insufficient" });
  const charge = recordOf(store.charges, "charge", text(params["source_transaction"]));
  if (charge.currency !== text(params["currency"]))
    throw invalid(`The currency of source_transaction's balance transaction (${charge.currency}) must be the same.`, {
      param: "currency",
    });
  const sentCents = [...transfers.values()]
    .filter((transfer) => transfer.source_transaction === charge.id)
    .reduce((sum, transfer) => sum + transfer.amount, 0);
  if (sentCents + amount > charge.amount)
    throw invalid("The transfers out of a charge cannot be more than the charge.", { param: "amount" });
  const group = text(params["transfer_group"]) || charge.transfer_group;
  if (charge.transfer_group && group !== charge.transfer_group)
    throw invalid("The transfer_group must be that of the source_transaction.", { param: "transfer_group" });
  const id = newId("tr");
  const transfer: Closed<Stripe.Transfer> = {
    id,
    object: "transfer",
    amount,
    amount_reversed: 0,
    balance_transaction: newId("txn"),
    created: seconds(store),
    currency: text(params["currency"]),
    description: null,
    destination: account.id,
    livemode: false,
    metadata: texts(params["metadata"]),
    reversals: { object: "list", data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: charge.id,
    source_type: "card",
    transfer_group: group,
  };
  transfers.set(id, transfer);
  emit(store, "transfer.created", transfer);
  return transfer;
}

/** Reverses a transfer in part, or all that is left. The shop asks for it, or a person in the dashboard. */
export function newReversal(store: Store, id: string, params: Params): Stripe.TransferReversal {
  const transfer = recordOf(connected(store).transfers, "transfer", id);
  const restCents = transfer.amount - transfer.amount_reversed;
  const amount = whole(params["amount"]) ?? restCents;
  if (amount < 1 || amount > restCents)
    throw invalid(`Reversal amount (${amount}) is greater than the unreversed amount of the transfer (${restCents}).`, {
      param: "amount",
    });
  const available = balanceOf(store, String(transfer.destination));
  if (available < amount)
    throw invalid("The connected account does not have sufficient funds in its balance to reverse this transfer.", {
      code: "balance_insufficient",
    });
  const reversal: Closed<Stripe.TransferReversal> = {
    id: newId("trr"),
    object: "transfer_reversal",
    amount,
    balance_transaction: newId("txn"),
    created: seconds(store),
    currency: transfer.currency,
    destination_payment_refund: null,
    metadata: texts(params["metadata"]),
    source_refund: null,
    transfer: id,
  };
  transfer.reversals.data.push(reversal);
  transfer.amount_reversed += amount;
  transfer.reversed = transfer.amount_reversed === transfer.amount;
  emit(store, "transfer.reversed", transfer);
  return reversal;
}

/** Transfers to merchants and their reversals. */
export const transferRoutes: Route[] = [
  ["POST", "/v1/transfers", ({ store, params }) => newTransfer(store, params)],
  [
    "GET",
    "/v1/transfers",
    ({ store, params }) => {
      const [group, destination] = [text(params["transfer_group"]), text(params["destination"])];
      const transfersOfSource = [...connected(store).transfers.values()].filter(
        (transfer) =>
          (!group || transfer.transfer_group === group) && (!destination || transfer.destination === destination),
      );
      return pageOf(transfersOfSource, "/v1/transfers", pageIn(params));
    },
  ],
  ["GET", "/v1/transfers/:id", ({ store, id }) => recordOf(connected(store).transfers, "transfer", id)],
  ["POST", "/v1/transfers/:id/reversals", ({ store, id, params }) => newReversal(store, id, params)],
  [
    "GET",
    "/v1/transfers/:id/reversals",
    ({ store, id, params }) =>
      pageOf(
        recordOf(connected(store).transfers, "transfer", id).reversals.data,
        `/v1/transfers/${id}/reversals`,
        pageIn(params),
      ),
  ],
];
