// `npm run operator -- someone@example.com`: makes an account an operator and mails a link to choose a password. It
// reads the same variables as the service, so run it where the service runs.
import { builtCommands } from "./built-commands.mjs";

const [address] = process.argv.slice(2);
if (!address) {
  console.error("Whom? Say: npm run operator -- someone@example.com");
  process.exit(2);
}
const commands = await builtCommands();
try {
  for (const sentence of await commands.inviteOperator(address)) console.log(sentence);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
