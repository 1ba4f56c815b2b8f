// `npm run days:book`: books the sums of all days again in the time zone that TZ names. Stop every process of the shop
// first, because a running one keeps booking in its own zone. It reads the same variables as the service.
import { builtCommands } from "./built-commands.mjs";

const commands = await builtCommands();
try {
  for (const sentence of await commands.bookDaysAnew()) console.log(sentence);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
