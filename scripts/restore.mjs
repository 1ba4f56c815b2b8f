// `npm run restore -- file`: restores a backup to the place that the service's variables name. With `--force` it first
// moves the data that is already there aside.
import { builtCommands } from "./built-commands.mjs";

const args = process.argv.slice(2);
const [file] = args.filter((word) => !word.startsWith("--"));
const unknown = args.find((word) => word.startsWith("--") && word !== "--force");
if (!file || unknown) {
  console.error("Which one? Say: npm run restore -- /backups/shop-2026-03-02.tar.gz, with --force over another shop");
  process.exit(2);
}
const commands = await builtCommands();
try {
  for (const sentence of await commands.restore(file, { force: args.includes("--force") })) console.log(sentence);
} catch (error) {
  console.error(commands.isStartupError(error) ? error.message : error);
  process.exitCode = 1;
}
