import { createHash } from "node:crypto";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import { clientAddress, type ApiContext } from "~/platform/http/api.server";
import type { Services } from "~/platform/services.server";

/** The requester, as far as people who are not signed in can be told apart. */
export interface Requester {
  /** SHA-256 of the browser's secret; empty for programs, which have none. */
  browser: string;
  /** The network address. */
  address: string;
  /** The browser, else the address, as 64 hex characters. Codes and sign-ups of one key cannot be used with another. */
  key: string;
}

export function requesterOf(c: ApiContext): Requester {
  const [browser, address] = [c.var.browser, clientAddress(c)];
  return { browser, address, key: browser || createHash("sha256").update(`address ${address}`).digest("hex") };
}

/** Whether somebody has signed in to this account from this browser before. */
export async function isKnownBrowser(db: Db, userId: string, browser: string): Promise<boolean> {
  if (browser === "") return false;
  const seenBrowser = await db
    .selectFrom("knownBrowsers")
    .select("userId")
    .where("userId", "=", userId)
    .where("browser", "=", browser)
    .executeTakeFirst();
  return seenBrowser !== undefined;
}

/** Whether an account with known browsers is now used from an unknown one. */
export async function isNewBrowser(db: Db, userId: string, key: string): Promise<boolean> {
  const seenBrowser = await db
    .selectFrom("knownBrowsers")
    .select((eb) => [
      eb.fn.countAll<number>().as("all"),
      eb.fn
        .coalesce(eb.fn.sum<number>(eb.case().when("browser", "=", key).then(1).else(0).end()), eb.lit(0))
        .as("these"),
    ])
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(seenBrowser.all) > 0 && Number(seenBrowser.these) === 0;
}

/** Notes that the owner of an account uses this browser. */
export async function rememberBrowser(
  db: Db,
  { clock }: Pick<Services, "clock">,
  userId: string,
  browser: string,
): Promise<void> {
  const now = timestamp(clock);
  await db
    .insertInto("knownBrowsers")
    .values({ userId, browser, firstSeenAt: now, lastSeenAt: now })
    .onConflict((oc) => oc.columns(["userId", "browser"]).doUpdateSet({ lastSeenAt: now }))
    .execute();
}

/** Forgets every browser of an account. One of them may be a thief's, and a known browser has its own tries. */
export async function forgetBrowsers(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("knownBrowsers").where("userId", "=", userId).execute();
}
