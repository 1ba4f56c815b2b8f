import cluster from "node:cluster";
import type { Service } from "~/api/in-process.server";
import { firstOperatorLink } from "~/features/accounts/first-operator.server";
import { demoLogins, DEMO_PASSWORD } from "~/demo/logins";

const TEST_CARDS = `Test cards (test payments: no money moves; any expiry date to come, any security code)
  4242 4242 4242 4242  pays                    4000 0000 0000 0069  expired
  4000 0000 0000 0002  declined                4000 0000 0000 0127  wrong security code
  4000 0000 0000 9995  insufficient funds      4000 0000 0000 0119  processing error
  4000 0027 6000 3184  asks for authentication
  4000 0000 0000 7726  pays; a refund is pending for a minute
  4000 0000 0000 5126  pays; a refund fails after a minute`;

/** Tells whoever started the server what they need to know. In production that is one line of the log. */
export function announce({ config, services }: Service, address: string): void {
  if (!config.demo) {
    services.log.info({ address, database: services.dialect.name, payments: services.cards.name }, "serving");
    if (config.production && isFirstProcess()) void tellFirstRun(services);
    return;
  }
  const logins = demoLogins.map(
    ({ role, email, at }) => `  ${role.padEnd(9)} ${email.padEnd(30)} ${DEMO_PASSWORD}   ${address}${at}`,
  );
  console.log(`
${config.market.name} is open at ${address}

Demo logins
${logins.join("\n")}

${config.payments === "test" ? TEST_CARDS : "Payments are taken with Stripe."}

Mails can be read at ${config.smtpUrl ? "your mail server" : `${address}/outbox`}
Data is in ${config.databaseUrl ? "Postgres and " : ""}${config.dataDir}
`);
}

/** Of several workers one tells. */
const isFirstProcess = () => (cluster.worker?.id ?? 1) === 1;

/**
 * Tells whoever started a market without an operator how to become the first one. It goes to the standard error output,
 * beside the log: what reads the log keeps it for longer than a day.
 */
async function tellFirstRun(services: Service["services"]): Promise<void> {
  try {
    const link = await firstOperatorLink(services);
    if (link)
      console.error(`
Nobody runs ${services.config.market.name} yet. Whoever opens this link within 24 hours becomes the first operator:
  ${link}
`);
  } catch (error) {
    services.log.error({ reason: String(error) }, "it is not known whether there is an operator");
  }
}
