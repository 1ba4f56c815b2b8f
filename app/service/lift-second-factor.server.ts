import { email as emailField } from "~/features/fields";
import { liftFromCommandLine } from "~/features/second-factor/lift.server";
import { lift } from "~/features/second-factor/schema";
import { readConfig } from "~/platform/config.server";
import { migrate } from "~/platform/database/migrate.server";
import { openServices } from "~/platform/services.server";

/**
 * The command `npm run lift-factor`, beside a running service or without one. Returns the sentences to print. Throws an
 * Error with a sentence for people if nothing can be lifted.
 */
export async function liftSecondFactor(givenEmail: string, givenReason: string): Promise<string[]> {
  const [address, why] = [emailField.safeParse(givenEmail), lift.safeParse({ reason: givenReason })];
  if (!address.success) throw new Error(address.error.issues[0]?.message ?? "Email is invalid");
  if (!why.success) throw new Error(why.error.issues[0]?.message ?? "A reason is required");
  const services = await openServices(readConfig(process.env));
  try {
    await migrate(services);
    await liftFromCommandLine(services, address.data, why.data.reason);
    return [`The second factor of ${address.data} is lifted: the password alone lets in. A mail says so.`];
  } finally {
    await services.close();
  }
}
