import { PASSWORD } from "../../e2e/shop";
import type { Arrival, Driver, Untried } from "../driver";
import { aBuyer, anotherSession, call } from "../people";

const sessions = ({ shop }: Pick<Arrival, "shop">, id: string) =>
  shop.count('select count(*) from tokens where "userId" = ?', id);

const PERSON = { firstName: "Mira", lastName: "Stallholder" };
const WAIT = "may be pressed a minute after the last code at the earliest";
const PASSKEY = "takes a passkey, which a device has to make";
const ADDRESS = "Use this address";

/** Posts the first step of a merchant's sign-up. */
const firstStep = ({ post, word }: Arrival) =>
  post("/signup/merchant", { ...PERSON, email: `${word}@example.com`, intent: "next" });

/** Counts the drafts that contain the word, at any step. */
const drafts = ({ shop, word }: Arrival, step = "") =>
  shop.count('select count(*) from "signUpDrafts" where payload like ? and payload like ?', `%${word}%`, `%${step}%`);

async function secondStep(at: Arrival): Promise<void> {
  await firstStep(at);
  await at.post("/signup/merchant?step=2", {
    storeName: "Mira's Stall",
    businessAddress: "3 Market Row",
    businessCategory: at.lane.categoryId,
    intent: "next",
  });
}

/** Makes a new buyer and requests a code for a new password. */
async function forgotten({ shop, post }: Arrival) {
  const buyer = await aBuyer(shop);
  await post("/reset_password", { email: buyer.email });
  return { buyer, otp: await shop.mailed(buyer.email, /(\d{5}) is your code for a new password/) };
}

export const accounts: (Driver | Untried)[] = [
  {
    file: "routes/account/login-form.tsx",
    who: "visitor",
    async arrive({ lane: { buyer } }) {
      // Nothing is counted: another session does no harm, ends by itself, and its owner sees it.
      return { path: "/login/customer", typed: { email: buyer.email, password: PASSWORD } };
    },
    press: 'main button:has-text("Sign In")',
    says: /^\/customer/,
    not: { "tab closed": "has nothing but an address and a password, which are not kept" },
  },
  {
    file: "routes/account/sessions/route.tsx",
    who: "buyer",
    async arrive({ shop }) {
      const as = await aBuyer(shop);
      await anotherSession(shop, as);
      return { path: "/sessions", as, done: () => -sessions({ shop }, as.id) };
    },
    press: 'main button[name="session"]',
    says: /session has ended|signed out|ended/i,
  },
  {
    file: "routes/account/sessions/route.tsx",
    intent: "others",
    who: "buyer",
    async arrive({ shop }) {
      const as = await aBuyer(shop);
      // The buyer has the sessions made here and the one of the page. Only the page's must remain.
      return { path: "/sessions", as, done: () => (sessions({ shop }, as.id) === 1 ? 1 : 0) };
    },
    press: 'main button[value="others"]',
    says: /ended|signed out/i,
  },
  { file: "routes/account/login-second-factor/route.tsx", because: "takes a code that is good once, from an app" },
  {
    file: "routes/account/security/route.tsx",
    who: "buyer",
    async arrive({ shop }) {
      const as = await aBuyer(shop);
      return {
        path: "/security",
        as,
        done: () => shop.count('select count(*) from authenticators where "userId" = ?', as.id),
      };
    },
    press: 'main button:has-text("Set up an app")',
    says: /^\/security\/authenticator/,
  },
  { file: "routes/account/security-authenticator/route.tsx", because: "takes a code that is good once, from an app" },
  { file: "routes/account/security-recovery-codes/route.tsx", because: "takes a second factor that is on" },
  { file: "routes/account/security-switch-off/route.tsx", because: "takes a code that is good once, from an app" },
  {
    file: "routes/account/security-tokens/new-token-form.tsx",
    who: "buyer",
    async arrive({ shop }) {
      const as = await aBuyer(shop);
      return {
        path: "/security/tokens",
        as,
        typed: { name: "My spreadsheet", orders: "read", days: "30" },
        done: () => shop.count('select count(*) from "personalTokens" where "userId" = ?', as.id),
      };
    },
    press: 'main button:has-text("Make a token")',
    says: /fieldstall_pat_/,
  },
  {
    file: "routes/account/security-tokens/token-list.tsx",
    who: "buyer",
    async arrive({ shop }) {
      const as = await aBuyer(shop);
      await call(shop, as.token, "POST", "/user/tokens", { name: "My spreadsheet", scopes: ["orders:read"], days: 30 });
      return {
        path: "/security/tokens",
        as,
        done: () =>
          shop.count('select count(*) from "personalTokens" where "userId" = ? and "revokedAt" is not null', as.id),
      };
    },
    press: 'main button[name="revoke"]',
    says: /The token is revoked/,
  },
  {
    file: "routes/account/security-email/route.tsx",
    who: "buyer",
    async arrive({ shop, word }) {
      const as = await aBuyer(shop);
      const email = `${word}@example.com`;
      return {
        path: "/security/email",
        as,
        typed: { email, password: PASSWORD },
        done: () =>
          Math.max(shop.count('select count(*) from "emailChanges" where "newEmail" = ?', email), shop.mails(email)),
      };
    },
    press: 'main button:has-text("Send the link")',
    says: /Open it to use the new address/,
  },
  {
    file: "routes/account/email-link.tsx",
    who: "buyer",
    async arrive({ shop, word }) {
      const as = await aBuyer(shop);
      const email = `${word}@example.com`;
      await call(shop, as.token, "POST", "/user/email", { email, password: PASSWORD });
      const path = await shop.mailed(email, /https?:\/\/[^/\s]+(\/security\/email\/confirm\?\S+)/);
      return { path, as, done: () => shop.count("select count(*) from users where email = ?", email) };
    },
    press: `main button:has-text("${ADDRESS}")`,
    says: /Your address is \S+ from now on/,
    not: { "session ended": "does the same without a session: the link is what counts" },
  },
  {
    file: "routes/shared/proof/proof-form.tsx",
    who: "buyer",
    arrive: async () => ({ path: "/security/confirm?redirect_uri=%2Fcustomer", typed: { password: PASSWORD } }),
    press: 'main button:has-text("Go on")',
    says: /^\/customer/,
  },
  {
    file: "ui/work-area/work-area.tsx",
    who: "buyer",
    async arrive({ shop }) {
      const as = await aBuyer(shop);
      return { path: "/customer", as, done: () => -sessions({ shop }, as.id) };
    },
    press: 'form[action="/logout"] button',
    // Back may lead to the login, because no page of the account is shown any more.
    says: /You are signed out\.|^\/login/,
    not: { "session ended": "ends the session itself" },
  },
  {
    file: "routes/account/sign-up-customer/route.tsx",
    who: "visitor",
    async arrive({ shop, word }) {
      const email = `${word}@example.com`;
      return {
        path: "/signup/customer",
        typed: { firstName: "Wanda", lastName: "Walker", email, password: PASSWORD },
        done: () => Math.max(shop.count("select count(*) from users where email = ?", email), shop.mails(email)),
      };
    },
    press: 'main button:has-text("Create Account")',
    says: /^\/signup\/verify_email/,
  },
  {
    file: "routes/account/sign-up-merchant/step-forms.tsx",
    intent: "",
    who: "visitor",
    async arrive(at) {
      const values = { ...PERSON, email: `${at.word}@example.com` };
      return { path: "/signup/merchant", typed: values, done: () => drafts(at) };
    },
    press: 'main button:has-text("Continue")',
    says: /^\/signup\/merchant\?step=2/,
  },
  ...(["next", "back"] as const).map((intent): Driver => ({
    file: "routes/account/sign-up-merchant/step-forms.tsx",
    intent,
    who: "visitor",
    async arrive(at) {
      await firstStep(at);
      const values = {
        storeName: `Stall ${at.word}!`,
        businessAddress: "3 Market Row",
        businessCategory: true as const,
      };
      return { path: "/signup/merchant?step=2", typed: values, done: () => drafts(at, `Stall ${at.word}!`) };
    },
    press: `main fieldset button[value="${intent}"]`,
    says: intent === "next" ? /^\/signup\/merchant\?step=3/ : /^\/signup\/merchant\n/,
  })),
  {
    file: "routes/account/sign-up-merchant/step-forms.tsx",
    intent: "next",
    nth: 2,
    who: "visitor",
    async arrive(at) {
      await secondStep(at);
      return {
        path: "/signup/merchant?step=3",
        typed: { username: at.word, password: PASSWORD, confirmPassword: PASSWORD },
        done: () => at.shop.count("select count(*) from users where email = ?", `${at.word}@example.com`),
      };
    },
    press: 'main fieldset button[value="next"]',
    says: /^\/signup\/verify_email/,
  },
  {
    file: "routes/account/sign-up-merchant/step-forms.tsx",
    intent: "back",
    nth: 2,
    who: "visitor",
    async arrive(at) {
      await secondStep(at);
      const values = { username: `u${at.word}` };
      return { path: "/signup/merchant?step=3", typed: values, done: () => drafts(at, `u${at.word}`) };
    },
    press: 'main fieldset button[value="back"]',
    says: /^\/signup\/merchant\?step=2/,
  },
  {
    file: "routes/account/sign-up-merchant/step-forms.tsx",
    intent: "forget",
    who: "visitor",
    async arrive(at) {
      await firstStep(at);
      return { path: "/signup/merchant?step=2", done: () => -drafts(at) };
    },
    press: 'main button[value="forget"]',
    says: /^\/signup\/merchant\n/,
  },
  {
    file: "routes/account/verify-email/route.tsx",
    who: "visitor",
    async arrive({ shop, word, post }) {
      const email = `${word}@example.com`;
      await post("/signup/customer", { firstName: "Wanda", lastName: "Walker", email, password: PASSWORD });
      const otp = await shop.mailed(email, /(\d{5}) is your/);
      const sql = 'select count(*) from users where email = ? and "verifiedAt" is not null';
      return { path: "/signup/verify_email", typed: { otp }, done: () => shop.count(sql, email) };
    },
    press: 'main button:has-text("Verify")',
    says: /^\/signup\/success/,
    not: { "tab closed": "is a code, which is not kept" },
  },
  {
    file: "routes/account/login-code/route.tsx",
    who: "visitor",
    async arrive({ shop, word }) {
      const email = `${word}@example.com`;
      return { path: "/login/code", typed: { email }, done: () => shop.mails(email) };
    },
    press: 'main button:has-text("Send me a code")',
    says: /^\/login\/code\/enter/,
  },
  {
    file: "routes/account/login-code-enter/route.tsx",
    because:
      "takes a code that is good once, in the browser that asked; sign-in-by-mail.test.ts and signing-in.spec.ts have it",
  },
  { file: "routes/account/resend-code.tsx", intent: "resend", because: WAIT },
  { file: "routes/account/resend-code/route.tsx", because: WAIT },
  {
    file: "routes/account/reset-password/route.tsx",
    who: "visitor",
    async arrive({ shop }) {
      const { email } = await aBuyer(shop);
      return { path: "/reset_password", typed: { email }, done: () => shop.mails(email) };
    },
    press: 'main button:has-text("Send code")',
    says: /^\/reset_password\/verification/,
  },
  {
    file: "routes/account/reset-code/route.tsx",
    who: "visitor",
    arrive: async (at) => ({ path: "/reset_password/verification", typed: { otp: (await forgotten(at)).otp } }),
    press: 'main button:has-text("Continue")',
    says: /^\/reset_password\/newPassword/,
    not: { "tab closed": "is a code, which is not kept" },
  },
  {
    file: "routes/account/reset-new-password/route.tsx",
    who: "visitor",
    async arrive(at) {
      const { buyer, otp } = await forgotten(at);
      await at.post("/reset_password/verification", { otp });
      const hash = () => at.shop.text('select "passwordHash" from users where _id = ?', buyer.id);
      const before = hash();
      return {
        path: "/reset_password/newPassword",
        typed: { password: "harvest-moon-11", confirmPassword: "harvest-moon-11" },
        done: () => (hash() === before ? 0 : 1),
      };
    },
    press: "main form:has([name=confirmPassword]) fieldset button[type=submit]:last-of-type",
    says: /^\/reset_password\/success/,
  },
  { file: "routes/account/passkey-form.tsx", because: PASSKEY },
  { file: "routes/account/security-passkeys/passkey-list.tsx", because: PASSKEY },
  {
    file: "routes/account/first-run/route.tsx",
    because: "takes the link of a market without an operator; the demo has one",
  },
  { file: "routes/account/operator-invitation/route.tsx", because: "takes an invitation, which a command alone makes" },
];
