import { email as emailField } from "~/features/fields";
import { inviteOperator as invite } from "~/features/accounts/invitation.server";
import { readConfig } from "~/platform/config.server";
import { migrate } from "~/platform/database/migrate.server";
import { Refusal } from "~/platform/refusal";
import { openServices } from "~/platform/services.server";

/**
 * The command `npm run operator`, beside a running service or without one. Returns the sentences to print. Throws an
 * Error with a sentence for people if the address cannot be used. The service sends the mail, because jobs run there.
 */
export async function inviteOperator(input: string): Promise<string[]> {
  const address = emailField.safeParse(input);
  if (!address.success) throw new Error(address.error.issues[0]?.message ?? "Email is invalid");
  const services = await openServices(readConfig(process.env));
  try {
    await migrate(services);
    const link = await invite(services, address.data);
    return [
      `${address.data} is an operator. A mail with a link to choose a password is on its way; it goes out once the service runs.`,
      // Without a mail server, the mail is only a file. A person who can read it may as well get the link at once.
      ...(services.config.smtpUrl ? [] : [`The link, good for 24 hours: ${link}`]),
    ];
  } catch (error) {
    throw error instanceof Refusal ? new Error(error.message, { cause: error }) : error;
  } finally {
    await services.close();
  }
}
