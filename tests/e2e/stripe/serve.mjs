// The shop of the Stripe journeys: the built server on a stand-in for Stripe, with a copy of the other demo's goods.
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { serve } from "../../../scripts/serve.mjs";
import { openStandIn, shopEnvironment } from "../../../scripts/stripe-stand-in.mjs";

const { COPY_OF: from = "", DATA_DIR: to = "", PORT = "", STRIPE_PORT = "" } = process.env;

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
for (const name of readdirSync(from)) {
  // A database in use is copied by itself; its neighbours are its own business.
  if (/\.db(-\w+)?$/.test(name)) continue;
  cpSync(path.join(from, name), path.join(to, name), { recursive: true });
}
for (const name of readdirSync(from).filter((file) => file.endsWith(".db"))) {
  const database = new Database(path.join(from, name), { readonly: true });
  await database.backup(path.join(to, name));
  database.close();
}
// Its mails are its own.
rmSync(path.join(to, "outbox"), { recursive: true, force: true });

const shop = `http://localhost:${PORT}`;
const standIn = await openStandIn({ port: Number(STRIPE_PORT), shop });
serve({ ...process.env, ...shopEnvironment(standIn.url), PUBLIC_URL: shop });
