// Opens the tests' stand-in for Stripe outside of the tests. It is TypeScript, so it is bundled into the cache first.
import { cpSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./prepare.mjs";

const SECRETS = { platform: "whsec_fake", connect: "whsec_fake_connect" };
const KEYS = {
  STRIPE_SECRET_KEY: "sk_test_fake",
  STRIPE_PUBLISHABLE_KEY: "pk_test_fake",
  STRIPE_WEBHOOK_SECRET: Object.values(SECRETS).join(","),
};
const PAYOUTS = { STRIPE_CONNECT: "1", PLATFORM_FEE_PERCENT: "10" };

/** Returns variables with which a shop uses the stand-in at this address as Stripe, also for payouts to merchants. */
export function shopEnvironment(url) {
  return { ...KEYS, ...PAYOUTS, STRIPE_API_URL: url };
}

/** Starts the stand-in, which sends its webhooks to the shop. */
export async function openStandIn({ port, shop }) {
  const folder = path.join(root, ".cache/stripe-stand-in");
  const source = path.join(root, "tests/fakes/stripe");
  const outfile = path.join(folder, "fake-stripe.mjs");
  await build({
    entryPoints: [path.join(source, "fake-stripe.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    outfile,
    logLevel: "warning",
  });
  // The stand-in reads its browser files from its own folder.
  cpSync(path.join(source, "browser.js"), path.join(folder, "browser.js"));
  const { startFakeStripe } = await import(pathToFileURL(outfile).href);
  return startFakeStripe({
    port,
    secretKey: KEYS.STRIPE_SECRET_KEY,
    webhook: { url: `${shop}/api/v1/stripe/webhook`, secrets: SECRETS },
  });
}
