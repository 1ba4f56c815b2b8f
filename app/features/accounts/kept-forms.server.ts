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
 * Forms whose session ended while they were filled in. The sender is no longer signed in. The service therefore takes a
 * form only from a browser in which the account was signed in before, and returns it only to that account in that
 * browser.
 */

const KEPT_SECONDS = 30 * 60;
const MOST_BYTES = 256 * 1024;

const perAccount: RateLimit = { name: "kept-form-account", points: 30, seconds: 3600 };
/** Far below the account's own limit, so that a browser in which it was signed in once cannot use that limit up. */
export const filesPerAccount: RateLimit = { name: "kept-file-account", points: 40, seconds: 86_400 };

/** The account that a form is kept for, and the browser that it was typed in. */
interface Owner {
  account: string;
  /** SHA-256 of the browser's secret, in hex. */
  browser: string;
}

/** Refuses with 404 where this account was never signed in in this browser. */
async function requireKnownBrowser(db: Db, { account, browser }: Owner): Promise<void> {
  if (!(await isKnownBrowser(db, account, browser))) throw noSuchKeptForm();
}

/** Refuses with 404 unless a merchant with this id was signed in in this browser. Only merchants store such files. */
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
 * Gives a form to the first session that asks for it. That session may ask again, because its first answer may have
 * been lost. For any other session, account or browser the form does not exist.
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
