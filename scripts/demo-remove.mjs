// `npm run demo:remove`: locks the demo's accounts and takes its stalls out of the shop, so that a folder or database
// which was filled for trying may serve in production. Reads the same variables as the service.
import { builtCommands } from "./built-commands.mjs";

const commands = await builtCommands();
try {
  for (const sentence of await commands.removeDemo()) console.log(sentence);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
