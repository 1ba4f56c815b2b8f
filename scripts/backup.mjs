// `npm run backup -- file`: writes the database, the files and the secret into one archive while the service runs. It
// reads the same variables as the service, so run it where the service runs.
import { builtCommands } from "./built-commands.mjs";

const [file] = process.argv.slice(2);
if (!file) {
  console.error("Where to? Say: npm run backup -- /backups/shop-2026-03-02.tar.gz");
  process.exit(2);
}
const commands = await builtCommands();
try {
  for (const sentence of await commands.backUp(file)) console.log(sentence);
} catch (error) {
  console.error(commands.isStartupError(error) ? error.message : error);
  process.exitCode = 1;
}
