// Loads the modules that commands take from the built product. Builds the product first if it is not built.
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { prepare, root } from "./prepare.mjs";

/** Returns the functions that `app/service/commands.server.ts` exports. */
export async function builtCommands() {
  const built = path.join(root, "build/server/index.js");
  if (!existsSync(built)) {
    await prepare();
  }
  // If nothing else is set, commands work on the shop that `npm start` starts: the demo.
  if (!process.env.NODE_ENV) Object.assign(process.env, { NODE_ENV: "production", DEMO: process.env.DEMO ?? "1" });
  const { commands } = (await import(pathToFileURL(built).href)).entry.module;
  if (commands) return commands();
  console.error(
    "build/ is of another version than this command. Run `npm run build` first; or, for a backup before an upgrade, go back to the version that serves.",
  );
  process.exit(1);
}
