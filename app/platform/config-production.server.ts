import type { StripeKeys } from "./cards/stripe-keys";
import { ConfigError } from "./config-error";

interface Variables {
  APP_SECRET?: string | undefined;
  PUBLIC_URL?: string | undefined;
  PAYMENTS?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  SMTP_URL?: string | undefined;
  MAIL?: string | undefined;
  LIMITS: "on" | "off";
  WEBHOOKS_TO_LOCALHOST: boolean;
}

/** Words in secrets of examples, documents and tests, which everybody can read. */
const FROM_AN_EXAMPLE =
  /change.?(me|this)|replace.?(me|this)|example|your.?(app.?)?secret|only the (tests|benches) know/i;

/** Whether an address names this machine itself, so that strangers cannot reach it. */
export function isLocal(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Refuses a start in production without the necessary variables. Throws a ConfigError that names the variable. */
export function demandForProduction(e: Variables): void {
  if (!e.APP_SECRET)
    throw new ConfigError(
      "APP_SECRET is not set: production needs a secret of at least 32 characters, for example from `openssl rand -hex 32`.",
    );
  if (!e.PUBLIC_URL)
    throw new ConfigError(
      "PUBLIC_URL is not set: production needs the address that people use, such as https://shop.example.com.",
    );
  if (!e.PAYMENTS && !e.STRIPE_SECRET_KEY)
    throw new ConfigError(
      "PAYMENTS is not set: production needs Stripe's keys (STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET), or PAYMENTS=test, which says that no money is to move.",
    );
  if (!e.SMTP_URL && !e.MAIL)
    throw new ConfigError(
      "SMTP_URL is not set: production needs a mail server, or MAIL=files, which says that mails are only to be written to DATA_DIR/outbox.",
    );
  if (e.WEBHOOKS_TO_LOCALHOST)
    throw new ConfigError(
      "WEBHOOKS_TO_LOCALHOST is on: in production merchants would reach what listens on this machine alone. Unset it.",
    );
  if (isLocal(e.PUBLIC_URL)) return;
  if (!e.PUBLIC_URL.startsWith("https:"))
    throw new ConfigError(
      `PUBLIC_URL must begin with https:// in production, or passwords travel for everybody to read (it is ${JSON.stringify(e.PUBLIC_URL)}).`,
    );
  if (e.LIMITS === "off")
    throw new ConfigError(
      "LIMITS is off: production does not start without limits, for without them passwords and codes can be guessed. Unset it.",
    );
  if (FROM_AN_EXAMPLE.test(e.APP_SECRET))
    throw new ConfigError(
      "APP_SECRET is the one of an example, which everybody can read: take what `openssl rand -hex 32` prints.",
    );
}

/**
 * Everybody can read the demo's passwords. Throws a ConfigError if the demo would take real money, or would run at a
 * public address in production.
 */
export function refusePublicDemo({
  production,
  publicUrl,
  stripe,
}: {
  production: boolean;
  publicUrl: string;
  stripe: StripeKeys | null;
}): void {
  if (stripe?.secretKey.includes("_live_"))
    throw new ConfigError(
      "DEMO is 1, but STRIPE_SECRET_KEY is a live one: the demo never takes real money. Set DEMO=0, or take test keys.",
    );
  if (production && publicUrl.startsWith("https:") && !isLocal(publicUrl))
    throw new ConfigError(
      "DEMO is 1, but PUBLIC_URL is a public address: everybody can read the demo's passwords. Set DEMO=0.",
    );
}
