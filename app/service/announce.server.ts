import cluster from "node:cluster";
import type { Service } from "~/api/in-process.server";
import { firstOperatorLink } from "~/features/accounts/first-operator.server";
import { demoLogins, DEMO_PASSWORD } from "~/demo/logins";

/** Tells the person who started the server what they need to know. In production that is one line of the log. */
export function announce({ config, services }: Service, address: string): void {
  if (!config.demo) {
    services.log.info({ address, database: services.dialect.name, payments: services.cards.name }, "serving");
    if (config.production && isFirstProcess()) void tellFirstRun(services);
    return;
  }
  console.log(demoIsOpen(config, address));
}

/** Ten lines at most, for a person who has never seen the demo. */
function demoIsOpen({ market, payments, smtpUrl, databaseUrl, dataDir }: Service["config"], address: string): string {
  const logins = demoLogins.map(
    ({ role, email, at }) => `  ${role.padEnd(9)} ${email.padEnd(22)} ${DEMO_PASSWORD}   ${address}${at}`,
  );
  return [
    `${market.name} is open at ${address}`,
    ...logins,
    payments === "test"
      ? "Card      4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined; any date to come, any code. No money moves."
      : "Card      Payments are taken with Stripe.",
    `Mails     ${smtpUrl ? "go to your mail server" : `${address}/outbox`}`,
    `Data      ${databaseUrl ? "Postgres and " : ""}${dataDir}`,
  ].join("\n");
}

/** True in only one process if several workers serve. */
const isFirstProcess = () => (cluster.worker?.id ?? 1) === 1;

/**
 * Tells the person who started a market without an operator how to become its first operator. Writes to standard error
 * and not to the log, because programs that read the log keep it for longer than a day.
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
