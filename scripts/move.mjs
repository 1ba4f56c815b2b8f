// `npm run move -- postgres://…`: copies the SQLite database of DATA_DIR into an empty Postgres database, while the
// service is stopped. If it is killed, the next run continues.
import { builtCommands } from "./built-commands.mjs";

const commands = await builtCommands();
try {
  for (const sentence of await commands.moveDatabase(process.argv[2], console.log)) console.log(sentence);
} catch (error) {
  console.error(commands.isStartupError(error) ? error.message : error);
  process.exitCode = 1;
}
