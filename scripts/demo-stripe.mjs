// `npm run demo:stripe`: the whole way through Stripe, without Stripe and without an Internet connection. Starts a
// stand-in for Stripe, and the shop in demo mode with the stand-in as its Stripe.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { prepare } from "./prepare.mjs";
import { serve } from "./serve.mjs";
import { openStandIn, shopEnvironment } from "./stripe-stand-in.mjs";

await prepare();

const port = process.env.PORT ?? "3000";
const shop = `http://localhost:${port}`;
const standIn = await openStandIn({ port: Number(process.env.STRIPE_PORT ?? 12111), shop });
const data = process.env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), "fieldstall-stripe-"));

console.log(`
A stand-in for Stripe listens on ${standIn.url}: its API, its payment page, its browser script, its messages to the shop.
No money moves, nothing leaves this computer, and everything is forgotten at the end.

  Shop          ${shop}
  Sign in as    buyer@example.com, password harvest-moon-7
  Test cards    4242 4242 4242 4242   pays
                4000 0000 0000 0002   is declined
                4000 0000 0000 9995   has insufficient funds
                4000 0000 0000 0069   has expired
                4000 0000 0000 0127   has a wrong security code
                4000 0027 6000 3184   asks for authentication
                4000 0000 0000 7777   asks for it on a page of the bank's
                4000 0000 0000 8888   takes its time: "curl -d passed=1 -d payment_intent=pi_… ${standIn.url}/control/decide" decides
                any expiry date to come, any three digits
  Without JavaScript, or with ${standIn.url}/v3/ blocked, the payment page leads to the stand-in's own page.
  Payouts       in a merchant's settings; what has arrived is paid out, less a fee of 10%
  Mails         ${shop}/outbox

The shop fills itself with demo goods first, which takes some seconds. Ctrl+C ends both.
`);

serve(
  {
    LOG_LEVEL: "warn",
    ...process.env,
    ...shopEnvironment(standIn.url),
    NODE_ENV: "production",
    DEMO: "1",
    PORT: port,
    DATA_DIR: data,
    PUBLIC_URL: shop,
  },
  {
    afterwards: async () => {
      await standIn.close();
      if (!process.env.DATA_DIR) rmSync(data, { recursive: true, force: true });
    },
  },
);
