// `npm run demo:remove`: locks the demo's accounts and removes its stalls from the shop, so that a folder or database
// that was filled for a trial can serve in production. It reads the same variables as the service.
import { builtCommands } from "./built-commands.mjs";

const commands = await builtCommands();
try {
  for (const sentence of await commands.removeDemo()) console.log(sentence);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
