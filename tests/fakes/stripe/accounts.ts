import type Stripe from "stripe";
import { inaccessible, invalid } from "./failures";
import { record, text, texts } from "./form";
import type { Route } from "./routes";
import { emit, newId, seconds, type Store } from "./store";
import { change, type Closed } from "./sdk-types";

/** A link to the page on which a merchant answers Stripe's questions. */
interface Link {
  accountId: string;
  returnUrl: string;
  refreshUrl: string;
  expires: number;
  used: boolean;
}

/** The records that Connect adds to the fake's memory. */
interface Connected {
  accounts: Map<string, Stripe.Account>;
  links: Map<string, Link>;
  transfers: Map<string, Stripe.Transfer>;
  /** Payouts of Stripe from an account's balance to its bank. */
  bankPayouts: Map<string, Stripe.Payout & { account: string }>;
}

const MINUTES_OF_A_LINK = 5;
const QUESTIONS = ["external_account", "individual.first_name", "tos_acceptance.date"];
const memories = new WeakMap<Store, Connected>();

export function connected(store: Store): Connected {
  const cachedMemory = memories.get(store) ?? {
    accounts: new Map(),
    links: new Map(),
    transfers: new Map(),
    bankPayouts: new Map(),
  };
  memories.set(store, cachedMemory);
  return cachedMemory;
}

/** Returns the account. Throws if the platform may not see it. */
export function accountOf(store: Store, id: string): Stripe.Account {
  const account = connected(store).accounts.get(id);
  if (!account) throw inaccessible(id);
  return account;
}

const requirements = (
  due: string[],
  disabledReason: Stripe.Account.Requirements["disabled_reason"] = null,
): Stripe.Account.Requirements => ({
  alternatives: null,
  current_deadline: null,
  currently_due: due,
  disabled_reason: disabledReason ?? (due.length > 0 ? "requirements.past_due" : null),
  errors: null,
  eventually_due: due,
  past_due: due,
  pending_verification: null,
});

function newAccount(store: Store, params: Parameters<typeof record>[0]): Stripe.Account {
  const input = record(params);
  if (text(input["type"]) !== "express") throw invalid("This stand-in makes Express accounts only.", { param: "type" });
  const account: Closed<Stripe.Account> = {
    id: newId("acct"),
    object: "account",
    business_type: null,
    capabilities: { transfers: "inactive" },
    charges_enabled: false,
    country: "US",
    created: seconds(store),
    default_currency: "usd",
    details_submitted: false,
    email: text(input["email"]) || null,
    metadata: texts(input["metadata"]),
    payouts_enabled: false,
    requirements: requirements(QUESTIONS),
    type: "express",
  };
  connected(store).accounts.set(account.id, account);
  return account;
}

/** All answered and approved; answered and under review; more information required; closed by Stripe for good. */
export type AccountState = "ready" | "checking" | "restricted" | "rejected";

/** Sets the state of an account and emits its events. */
export function setAccount(store: Store, accountId: string, state: AccountState): Stripe.Account {
  const account = accountOf(store, accountId);
  const ready = state === "ready";
  const transfers = ready ? "active" : state === "checking" ? "pending" : "inactive";
  change(account, {
    details_submitted: true,
    payouts_enabled: ready,
    charges_enabled: ready,
    capabilities: { transfers },
    requirements: requirements(
      state === "restricted" ? ["individual.verification.document"] : [],
      state === "rejected" ? "rejected.fraud" : null,
    ),
  });
  const capability: Closed<Stripe.Capability> = {
    id: "transfers",
    object: "capability",
    account: account.id,
    requested: true,
    requested_at: account.created ?? null,
    status: transfers,
  };
  emit(store, "capability.updated", capability, account.id);
  emit(store, "account.updated", account, account.id);
  return account;
}

/** The merchant revokes the platform's access, or deletes the account. */
export function deauthorize(store: Store, accountId: string): void {
  accountOf(store, accountId);
  connected(store).accounts.delete(accountId);
  const application: Stripe.Application = { id: "ca_fake", object: "application", name: "Fieldstall" };
  emit(store, "account.application.deauthorized", application, accountId);
}

export const accountRoutes: Route[] = [
  ["POST", "/v1/accounts", ({ store, params }) => newAccount(store, params)],
  ["GET", "/v1/accounts/:id", ({ store, id }) => accountOf(store, id)],
  [
    "POST",
    "/v1/account_links",
    ({ store, params }): Stripe.AccountLink => {
      const account = accountOf(store, text(params["account"]));
      const [returnUrl, refreshUrl] = [text(params["return_url"]), text(params["refresh_url"])];
      if (!returnUrl || !refreshUrl)
        throw invalid("Account links of this type need a return_url and a refresh_url.", { code: "parameter_missing" });
      const [token, created] = [newId("link"), seconds(store)];
      const expires = created + MINUTES_OF_A_LINK * 60;
      connected(store).links.set(token, { accountId: account.id, returnUrl, refreshUrl, expires, used: false });
      return { object: "account_link", created, expires_at: expires, url: `${store.base}/onboarding/${token}` };
    },
  ],
  [
    "POST",
    "/control/account",
    ({ store, params }) => setAccount(store, text(params["account"]), text(params["state"]) as AccountState),
  ],
  [
    "POST",
    "/control/deauthorize",
    ({ store, params }) => {
      deauthorize(store, text(params["account"]));
      return { done: true };
    },
  ],
];
