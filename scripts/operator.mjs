// `npm run operator -- someone@example.com`: makes somebody an operator and mails a link to choose a password. Reads
// the same variables as the service, so run it where the service runs.
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, install, root } from "./prepare.mjs";

const [address] = process.argv.slice(2);
if (!address) {
  console.error("Whom? Say: npm run operator -- someone@example.com");
  process.exit(2);
}
const built = path.join(root, "build/server/index.js");
if (!existsSync(built)) {
  install();
  build();
}
// Without a word on it, what `npm start` starts is meant: the demo.
if (!process.env.NODE_ENV) Object.assign(process.env, { NODE_ENV: "production", DEMO: process.env.DEMO ?? "1" });

const { entry } = await import(pathToFileURL(built).href);
try {
  for (const sentence of await entry.module.inviteOperator(address)) console.log(sentence);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
