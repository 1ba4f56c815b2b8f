import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import { newToken } from "~/platform/ids.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";
import { noSuchKeptForm } from "./errors.server";
import { isKnownBrowser } from "./requester.server";
import { openedForm, type KeptForm, type OpenedForm } from "./schema";
import { hashToken } from "./tokens.server";

/*
 * Forms whose session ended while they were filled in. Whoever posts one is signed in no longer, so a form is taken only
 * from a browser in which its account has been signed in before, and given back only to that account in that browser.
 */

const KEPT_SECONDS = 30 * 60;
const MOST_BYTES = 256 * 1024;

const perAccount: RateLimit = { name: "kept-form-account", points: 30, seconds: 3600 };
/** Far below what the account itself may send, so that a browser it has left cannot use that up. */
export const filesPerAccount: RateLimit = { name: "kept-file-account", points: 40, seconds: 86_400 };

/** The person that the form is kept for, and its page. */
interface Owner {
  account: string;
  /** SHA-256 of the browser's word, hex. */
  browser: string;
}

/** Refuses with 404 where this account was never signed in in this browser. */
async function requireKnownBrowser(db: Db, { account, browser }: Owner): Promise<void> {
  if (!(await isKnownBrowser(db, account, browser))) throw noSuchKeptForm();
}

/** Refuses with 404 where no merchant of this id was ever signed in in this browser: nobody else stores such files. */
export async function requireMerchantsBrowser(db: Db, owner: Owner): Promise<void> {
  await requireKnownBrowser(db, owner);
  const merchant = db.selectFrom("users").select("_id").where("_id", "=", owner.account);
  if (!(await merchant.where("privilege", "=", "merchant").executeTakeFirst())) throw noSuchKeptForm();
}

/** Keeps a form for 30 minutes and answers its handle: 64 hex characters, of which only the hash is stored. */
export async function keepForm(services: Services, { account, page, entries }: KeptForm, browser: string) {
  const { db, clock, rateLimiter } = services;
  await requireKnownBrowser(db, { account, browser });
  const text = JSON.stringify(entries);
  if (Buffer.byteLength(text) > MOST_BYTES) throw noSuchKeptForm();
  await rateLimiter.consume(perAccount, account);
  const handle = newToken();
  await db
    .insertInto("keptForms")
    .values({
      hash: hashToken(handle),
      userId: account,
      browser,
      page,
      entries: text,
      openedBy: "",
      expiresAt: timestamp(clock, KEPT_SECONDS),
    })
    .execute();
  return handle;
}

/**
 * Gives a form back to the session that asks for it first. That one may ask again, for its first answer may have been
 * lost; to any other session, account or browser there is no such form.
 */
export async function openForm(
  { db, clock }: Pick<Services, "db" | "clock">,
  handle: string,
  { account, browser, tokenHash }: Owner & { tokenHash: string },
): Promise<OpenedForm> {
  const keptForm = await db
    .updateTable("keptForms")
    .set({ openedBy: tokenHash })
    .where("hash", "=", hashToken(handle))
    .where("userId", "=", account)
    .where("browser", "=", browser)
    .where("openedBy", "in", ["", tokenHash])
    .where("expiresAt", ">", timestamp(clock))
    .returning(["page", "entries"])
    .executeTakeFirst();
  if (!keptForm) throw noSuchKeptForm();
  return { page: keptForm.page, entries: openedForm.shape.entries.parse(JSON.parse(keptForm.entries)) };
}

/** Forgets a form that was sent. */
export async function dropForm(db: Db, handle: string, account: string): Promise<void> {
  await db.deleteFrom("keptForms").where("hash", "=", hashToken(handle)).where("userId", "=", account).execute();
}
