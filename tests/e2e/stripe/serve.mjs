// The shop of the Stripe journeys: the built server with a stand-in for Stripe and a copy of the other demo's goods.
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { serve } from "../../../scripts/serve.mjs";
import { openStandIn, shopEnvironment } from "../../../scripts/stripe-stand-in.mjs";

const { COPY_OF: from = "", DATA_DIR: to = "", PORT = "", STRIPE_PORT = "" } = process.env;

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
for (const name of readdirSync(from)) {
  // The database is in use, so it is copied by SQLite below. Its extra files must not be copied.
  if (/\.db(-\w+)?$/.test(name)) continue;
  cpSync(path.join(from, name), path.join(to, name), { recursive: true });
}
for (const name of readdirSync(from).filter((file) => file.endsWith(".db"))) {
  const database = new Database(path.join(from, name), { readonly: true });
  await database.backup(path.join(to, name));
  database.close();
}
// The copy starts without mails.
rmSync(path.join(to, "outbox"), { recursive: true, force: true });

const shop = `http://localhost:${PORT}`;
const standIn = await openStandIn({ port: Number(STRIPE_PORT), shop });
serve({ ...process.env, ...shopEnvironment(standIn.url), PUBLIC_URL: shop });
