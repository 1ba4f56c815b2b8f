// `npm run lift-factor -- someone@example.com "the phone is lost"`: switches off the second factor of an account whose
// owner has lost it, such as the last operator. It reads the same variables as the service, so run it where the service
// runs.
import { builtCommands } from "./built-commands.mjs";

const [address, reason] = process.argv.slice(2);
if (!address || !reason) {
  console.error('Whose, and why? Say: npm run lift-factor -- someone@example.com "the phone is lost"');
  process.exit(2);
}
const commands = await builtCommands();
try {
  for (const sentence of await commands.liftSecondFactor(address, reason)) console.log(sentence);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
