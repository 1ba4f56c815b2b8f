import type Stripe from "stripe";
import { invalid } from "./failures";
import { record, text, texts } from "./form";
import type { Route } from "./routes";
import { emit, found, newId, seconds, type Store } from "./store";

/** A link to the page on which a merchant answers Stripe's questions. */
interface Link {
  accountId: string;
  returnUrl: string;
  refreshUrl: string;
  expires: number;
  used: boolean;
}

/** What Connect adds to the fake's memory. */
interface Connected {
  accounts: Map<string, Stripe.Account>;
  links: Map<string, Link>;
  transfers: Map<string, Stripe.Transfer>;
}

const MINUTES_OF_A_LINK = 5;
const QUESTIONS = ["external_account", "individual.first_name", "tos_acceptance.date"];
const memories = new WeakMap<Store, Connected>();

export function connected(store: Store): Connected {
  const known = memories.get(store) ?? { accounts: new Map(), links: new Map(), transfers: new Map() };
  memories.set(store, known);
  return known;
}

const requirements = (due: string[]): Stripe.Account.Requirements => ({
  alternatives: null,
  current_deadline: null,
  currently_due: due,
  disabled_reason: due.length > 0 ? "requirements.past_due" : null,
  errors: null,
  eventually_due: due,
  past_due: due,
  pending_verification: null,
});

function newAccount(store: Store, params: Parameters<typeof record>[0]): Stripe.Account {
  const wanted = record(params);
  if (text(wanted["type"]) !== "express")
    throw invalid("This stand-in makes Express accounts only.", { param: "type" });
  const account: Stripe.Account = {
    id: newId("acct"),
    object: "account",
    business_type: null,
    capabilities: { transfers: "inactive" },
    charges_enabled: false,
    country: "US",
    created: seconds(store),
    default_currency: "usd",
    details_submitted: false,
    email: text(wanted["email"]) || null,
    metadata: texts(wanted["metadata"]),
    payouts_enabled: false,
    requirements: requirements(QUESTIONS),
    type: "express",
  };
  connected(store).accounts.set(account.id, account);
  return account;
}

/** How far an account has come: everything answered and approved, answered and looked at, or more is wanted. */
export function setAccount(
  store: Store,
  accountId: string,
  state: "ready" | "checking" | "restricted",
): Stripe.Account {
  const account = found(connected(store).accounts, "account", accountId);
  const ready = state === "ready";
  Object.assign(account, {
    details_submitted: true,
    payouts_enabled: ready,
    charges_enabled: ready,
    capabilities: { transfers: ready ? "active" : state === "checking" ? "pending" : "inactive" },
    requirements: requirements(state === "restricted" ? ["individual.verification.document"] : []),
  });
  emit(store, "account.updated", account);
  return account;
}

export const accountRoutes: Route[] = [
  ["POST", "/v1/accounts", ({ store, params }) => newAccount(store, params)],
  ["GET", "/v1/accounts/:id", ({ store, id }) => found(connected(store).accounts, "account", id)],
  [
    "POST",
    "/v1/account_links",
    ({ store, params }): Stripe.AccountLink => {
      const account = found(connected(store).accounts, "account", text(params["account"]));
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
    ({ store, params }) =>
      setAccount(store, text(params["account"]), text(params["state"]) as "ready" | "checking" | "restricted"),
  ],
];
