// `npm run files:move -- to-bucket` or `to-disk`: copies pictures and videos into the bucket that the FILES_S3
// variables name, or back, while the service runs. If it is interrupted, the next run continues.
import { builtCommands } from "./built-commands.mjs";

const commands = await builtCommands();
try {
  for (const sentence of await commands.moveFiles(process.argv[2], console.log)) console.log(sentence);
} catch (error) {
  console.error(commands.isStartupError(error) ? error.message : error);
  process.exitCode = 1;
}
