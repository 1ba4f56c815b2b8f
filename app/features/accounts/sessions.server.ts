import type { Selectable } from "kysely";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import type { TokenRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { unknownSession } from "./errors.server";
import type { OwnSession } from "./schema";

/** A session's id has this many hex characters of its token's hash. They name it and do not help to get in. */
const ID_LENGTH = 24;

/** The valid sessions of a person: the requesting one first, then the last used. At most a hundred. */
export async function sessionsOf({ db, clock }: Services, userId: string, tokenHash: string): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom("tokens")
    .select(["hash", "device", "createdAt", "lastUsedAt", "idleSeconds", "expiresAt"])
    .where("userId", "=", userId)
    .where("expiresAt", ">", timestamp(clock))
    .orderBy("lastUsedAt", "desc")
    .limit(100)
    .execute();
  return rows
    .filter((row) => isLiving({ clock }, row))
    .map(({ hash, device, createdAt, lastUsedAt }) => ({
      _id: hash.slice(0, ID_LENGTH),
      device,
      createdAt,
      lastUsedAt,
      current: hash === tokenHash,
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** The device of a session: "Firefox on Android"; "a program" where a personal token is used. */
export async function deviceOfSession(db: Db, tokenHash: string): Promise<string> {
  if (!tokenHash) return "a program";
  const row = await db.selectFrom("tokens").select("device").where("hash", "=", tokenHash).executeTakeFirst();
  return row?.device ?? "";
}

/** Locks a session until the transaction ends; answers whether there is one. */
export async function lockSession(
  trx: Trx,
  { dialect }: Pick<Services, "dialect">,
  tokenHash: string,
): Promise<boolean> {
  const query = trx.selectFrom("tokens").select("hash").where("hash", "=", tokenHash);
  return (await (dialect.forUpdate ? query.forUpdate() : query).executeTakeFirst()) !== undefined;
}

/** Whether a session is still valid: it has neither expired nor been idle for too long. */
export const isLiving = (
  { clock }: Pick<Services, "clock">,
  { expiresAt, lastUsedAt, idleSeconds }: Pick<Selectable<TokenRow>, "expiresAt" | "lastUsedAt" | "idleSeconds">,
): boolean => expiresAt > timestamp(clock) && lastUsedAt > timestamp(clock, -idleSeconds);

/** Ends one session of a person. */
export async function endSession({ db }: Services, userId: string, sessionId: string): Promise<void> {
  const endedSessions = await db
    .deleteFrom("tokens")
    .where("userId", "=", userId)
    .where("hash", ">=", sessionId)
    .where("hash", "<", `${sessionId}g`)
    .executeTakeFirst();
  if (endedSessions.numDeletedRows === 0n) throw unknownSession();
}

const PROGRAMS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\/|Opera/, "Opera"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/UCBrowser|UCWEB/, "UC Browser"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/KAIOS/i, "KaiOS"],
  [/Android/, "Android"],
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/Linux/, "Linux"],
];

/** The name of a browser and its system: "Firefox on Android". It contains only names from the lists above. */
export function deviceOf(userAgent: string): string {
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [program, system] = [nameIn(PROGRAMS), nameIn(SYSTEMS)];
  return program && system ? `${program} on ${system}` : (program ?? system ?? "A program");
}
