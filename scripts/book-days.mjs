// `npm run days:book`: books the sums of all days anew in the time zone that TZ names. Stop every process of the shop
// first, for a running one goes on booking in its own zone. Reads the same variables as the service.
import { builtCommands } from "./built-commands.mjs";

const commands = await builtCommands();
try {
  for (const sentence of await commands.bookDaysAnew()) console.log(sentence);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
