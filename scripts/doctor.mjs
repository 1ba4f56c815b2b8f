// `npm run doctor`: checks everything that the shop depends on, and says what is wrong and what to do. It changes
// nothing, and exits with 1 if something is wrong. It reads the same variables as the service, so run it where the
// service runs.
import { builtCommands } from "./built-commands.mjs";

const commands = await builtCommands();
const well = await commands.examine(({ part, wrong, notes = [] }) => {
  console.log(`${wrong.length === 0 ? "well " : "WRONG"}  ${part}`);
  for (const sentence of [...wrong, ...notes]) console.log(`       ${sentence}`);
});
console.log(well ? "All is well." : "Something is wrong: see above.");
// A server that was looked at may keep a connection open.
process.exit(well ? 0 : 1);
