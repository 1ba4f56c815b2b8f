import { createHmac } from "node:crypto";
import { audit, type Action } from "~/features/audit/audit.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import { isDuplicate } from "~/platform/database/duplicates";
import { newId, newToken } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { proofNeeded, revokedToken, scopeOfAnother, tooManyTokens, unknownToken } from "./errors.server";
import { keepSession, lockUser } from "./lock-user.server";
import { mailTokenMade } from "./personal-token-mails.server";
import {
  AREAS_OF,
  PERSONAL,
  type Area,
  type NewPersonalToken,
  type PersonalToken,
  type Scope,
} from "./personal-token-schema";
import { userById, type UserRecord } from "./queries.server";
import { hashToken } from "./tokens.server";

const MOST_TOKENS = 20;
/** The precision of the time of the last use. A write for each request would cost too much. */
const LAST_USED_PRECISION_MS = 5 * 60_000;
const DAY = 86_400;

type Person = Pick<UserRecord, "_id" | "privilege" | "email" | "firstName" | "lastName" | "passwordHash">;

const toPersonalToken = ({
  _id,
  name,
  scopes,
  createdAt,
  lastUsedAt,
  expiresAt,
}: Omit<PersonalToken, "scopes"> & { scopes: string }): PersonalToken => ({
  _id,
  name,
  scopes: scopes.split(" ") as Scope[],
  createdAt,
  lastUsedAt,
  expiresAt,
});

/** The valid tokens of a person, newest first. */
export async function personalTokensOf(db: Db, { clock }: Pick<Services, "clock">, userId: string) {
  const rows = await validTokens(db, { clock }, userId).orderBy("createdAt", "desc").orderBy("_id", "desc").execute();
  return rows.map(toPersonalToken);
}

function validTokens(db: Db, { clock }: Pick<Services, "clock">, userId: string) {
  return db
    .selectFrom("personalTokens")
    .select(["_id", "name", "scopes", "createdAt", "lastUsedAt", "expiresAt"])
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", timestamp(clock));
}

/**
 * Makes a token of 256 bits for a person's programs. Only its hash is stored, so the answer is the only one that
 * contains it. A repeated request with the same idempotency key gets the same token.
 */
export async function makePersonalToken(
  services: Services,
  person: Person,
  tokenHash: string,
  payload: NewPersonalToken,
  key: string | undefined,
): Promise<{ token: string; tokenEntry: PersonalToken }> {
  const { db, clock } = services;
  const scopes = [...new Set(payload.scopes)].toSorted();
  if (!scopes.every((scope) => AREAS_OF[person.privilege].includes(scope.split(":")[0] as Area)))
    throw scopeOfAnother();
  const token = PERSONAL + (key ? tokenOfRequest(services, person, payload, key) : newToken());
  const row = {
    _id: newId(clock.now()),
    userId: person._id,
    hash: hashToken(token),
    name: payload.name,
    scopes: scopes.join(" "),
    createdAt: timestamp(clock),
    lastUsedAt: null,
    expiresAt: timestamp(clock, payload.days * DAY),
    revokedAt: null,
  };
  try {
    await inTransaction(db, async (trx) => {
      // A change that ends tokens waits for this lock, or has already ended the session and its proof.
      const lockedUser = await lockUser(trx, services, person._id);
      await keepSession(trx, services, tokenHash);
      if (lockedUser?.passwordHash !== person.passwordHash) throw proofNeeded();
      await trx.insertInto("personalTokens").values(row).execute();
      if ((await validTokens(trx, services, person._id).execute()).length > MOST_TOKENS) throw tooManyTokens();
      await note(trx, services, person, "operator.token_made", row);
      await mailTokenMade(trx, services, person, { name: row.name, scopes });
    });
    return { token, tokenEntry: toPersonalToken(row) };
  } catch (error) {
    if (!isDuplicate(error, "personalTokensHash")) throw error;
    const existing = await validTokens(db, services, person._id).where("hash", "=", row.hash).executeTakeFirst();
    if (!existing) throw revokedToken();
    return { token, tokenEntry: toPersonalToken(existing) };
  }
}

/** A token that is the same for each repetition of a request. Only the marketplace's secret can derive it. */
function tokenOfRequest(
  { config }: Pick<Services, "config">,
  { _id }: Person,
  payload: NewPersonalToken,
  key: string,
): string {
  return createHmac("sha256", config.secret)
    .update(JSON.stringify(["personal token", _id, key, payload]))
    .digest("hex");
}

/** Ends one token of a person. */
export async function revokePersonalToken(services: Services, person: Person, tokenId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const revoked = await trx
      .updateTable("personalTokens")
      .set({ revokedAt: timestamp(services.clock) })
      .where("_id", "=", tokenId)
      .where("userId", "=", person._id)
      .where("revokedAt", "is", null)
      .returning("name")
      .executeTakeFirst();
    if (!revoked) throw unknownToken();
    await note(trx, services, person, "operator.token_revoked", revoked);
  });
}

/** Records operators' tokens in the audit log. Other people's tokens are their own business. */
async function note(trx: Trx, services: Services, person: Person, action: Action, { name, scopes }: TokenLabel) {
  if (person.privilege !== "operator") return;
  const by = { _id: person._id, name: `${person.firstName} ${person.lastName}`.trim() };
  await audit(trx, services, by, action, name, scopes ? { scopes } : {});
}
interface TokenLabel {
  name: string;
  scopes?: string;
}

/** The owner and scopes of the valid token with this hash. Null for any other. Records its use. */
export async function ownerOfPersonalToken(services: Services, hash: string) {
  const { db, clock } = services;
  const row = await db
    .selectFrom("personalTokens")
    .select(["_id", "userId", "scopes", "lastUsedAt"])
    .where("hash", "=", hash)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", timestamp(clock))
    .executeTakeFirst();
  const record = row && (await userById(db, row.userId));
  if (!record) return null;
  if (row.lastUsedAt === null || clock.now().getTime() - Date.parse(row.lastUsedAt) >= LAST_USED_PRECISION_MS)
    await db
      .updateTable("personalTokens")
      .set({ lastUsedAt: timestamp(clock) })
      .where("_id", "=", row._id)
      .execute();
  return { tokenId: row._id, scopes: row.scopes.split(" ") as Scope[], record };
}

/** Whether these scopes include the one that a call needs. A scope to write includes the one to read. */
export function includesScope(scopes: Scope[], scope: Scope): boolean {
  return scopes.includes(scope) || scopes.includes(scope.replace(/:read$/, ":write") as Scope);
}
