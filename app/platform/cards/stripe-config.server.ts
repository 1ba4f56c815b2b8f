import { z } from "zod";
import { ConfigError } from "~/platform/config-error";
import type { StripeKeys } from "./stripe-keys";

const key = (pattern: RegExp, start: string) =>
  z.string().regex(pattern, `must be a key of Stripe's that starts with ${start}`).optional();

/** Enough for both kinds of endpoints and one more of each during a rotation. Each secret costs a hash per message. */
const MOST_SECRETS = 8;
const SECRETS = `must be a secret of Stripe's that starts with whsec_, or up to ${MOST_SECRETS} of them with commas between`;

/** The variables that configure Stripe. All are secrets: neither the log nor an error message shows their values. */
export const stripeEnvironment = {
  STRIPE_SECRET_KEY: key(/^(sk|rk)_(test|live)_\w+$/, "sk_ or rk_"),
  STRIPE_PUBLISHABLE_KEY: key(/^pk_(test|live)_\w+$/, "pk_"),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .refine((value) => secretsIn(value).every((secret) => /^whsec_\w+$/.test(secret)), SECRETS)
    .refine((value) => secretsIn(value).length <= MOST_SECRETS, SECRETS)
    .optional(),
};

const secretsIn = (list: string): string[] => list.split(",").map((secret) => secret.trim());

type Variables = { [Name in keyof typeof stripeEnvironment | "STRIPE_API_URL" | "PAYMENTS"]?: string | undefined };

const NAMES = Object.keys(stripeEnvironment) as (keyof typeof stripeEnvironment)[];
const and = new Intl.ListFormat("en");

/**
 * Returns Stripe's keys, or null when none is set. Throws a ConfigError when only some are set, or when they contradict
 * each other or PAYMENTS.
 */
export function stripeKeysOf(env: Variables): StripeKeys | null {
  const missing = NAMES.filter((name) => !env[name]);
  if (missing.length === NAMES.length && !env.STRIPE_API_URL) return null;
  if (missing.length > 0) {
    throw new ConfigError(
      `${and.format(missing)} ${missing.length === 1 ? "is" : "are"} not set: Stripe takes payments only with ${and.format(NAMES)} together. Set what is missing, or none of them.`,
    );
  }
  if (env.PAYMENTS === "test")
    throw new ConfigError(
      `PAYMENTS=test contradicts ${and.format(NAMES)}: unset PAYMENTS to take money with Stripe, or those to take none.`,
    );
  const [secretKey = "", publishableKey = "", webhookSecrets = ""] = NAMES.map((name) => env[name]);
  if (secretKey.includes("_live_") !== publishableKey.includes("_live_")) {
    throw new ConfigError(
      "STRIPE_PUBLISHABLE_KEY must be of the same kind as STRIPE_SECRET_KEY: both of live mode, or both of test mode.",
    );
  }
  return {
    secretKey,
    publishableKey,
    webhookSecrets: secretsIn(webhookSecrets),
    apiUrl: env.STRIPE_API_URL?.replace(/\/+$/, "") ?? null,
  };
}
