import { z } from "zod";
import { ConfigError } from "~/platform/config-error";

const MOST_PERCENT = 50;
const PERCENT = `must be a number of percent from 0 to ${MOST_PERCENT} with at most two decimals`;

const MOST_DAYS = 90;
const DAYS = `must be a whole number of days from 0 to ${MOST_DAYS}`;

/** The variables that switch payouts on. */
export const connectEnvironment = {
  STRIPE_CONNECT: z
    .enum(["0", "1", "false", "true"], { error: "must be 1 or 0" })
    .default("0")
    .transform((value) => value === "1" || value === "true"),
  PLATFORM_FEE_PERCENT: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, PERCENT)
    .transform(Number)
    .refine((percent) => percent <= MOST_PERCENT, PERCENT)
    .default(0),
  STRIPE_PAYOUT_DELAY_DAYS: z
    .string()
    .regex(/^\d{1,2}$/, DAYS)
    .transform(Number)
    .refine((days) => days <= MOST_DAYS, DAYS)
    .default(0),
};

/** The payouts that the variables describe. Throws a ConfigError for payouts without Stripe. */
export function connectOf(
  env: { STRIPE_CONNECT: boolean; PLATFORM_FEE_PERCENT: number; STRIPE_PAYOUT_DELAY_DAYS: number },
  stripe: boolean,
): { connect: boolean; platformFeeBasisPoints: number; payoutDelayDays: number } {
  if (env.STRIPE_CONNECT && !stripe) {
    throw new ConfigError(
      "STRIPE_CONNECT is 1, but Stripe takes no payments here: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, and STRIPE_WEBHOOK_SECRET, or unset STRIPE_CONNECT.",
    );
  }
  return {
    connect: env.STRIPE_CONNECT,
    platformFeeBasisPoints: Math.round(env.PLATFORM_FEE_PERCENT * 100),
    payoutDelayDays: env.STRIPE_PAYOUT_DELAY_DAYS,
  };
}
