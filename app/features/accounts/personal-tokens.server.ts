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
const USED_AGAIN_MS = 5 * 60_000;
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

/** The living tokens of a person, newest first. */
export async function personalTokensOf(db: Db, { clock }: Pick<Services, "clock">, userId: string) {
  const rows = await living(db, { clock }, userId).orderBy("createdAt", "desc").orderBy("_id", "desc").execute();
  return rows.map(toPersonalToken);
}

function living(db: Db, { clock }: Pick<Services, "clock">, userId: string) {
  return db
    .selectFrom("personalTokens")
    .select(["_id", "name", "scopes", "createdAt", "lastUsedAt", "expiresAt"])
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", timestamp(clock));
}

/**
 * Makes a token of 256 bits for a person's programs. Only its hash is kept, so that it is told this once; asked again
 * under the same idempotency key, whose first answer was lost, it is the same one.
 */
export async function makePersonalToken(
  services: Services,
  person: Person,
  tokenHash: string,
  payload: NewPersonalToken,
  key: string | undefined,
): Promise<{ token: string; made: PersonalToken }> {
  const { db, clock } = services;
  const scopes = [...new Set(payload.scopes)].toSorted();
  if (!scopes.every((one) => AREAS_OF[person.privilege].includes(one.split(":")[0] as Area))) throw scopeOfAnother();
  const token = PERSONAL + (key ? derived(services, person, payload, key) : newToken());
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
      // A change that ends tokens waits for this one, or has ended the session and its proof before it.
      const now = await lockUser(trx, services, person._id);
      await keepSession(trx, services, tokenHash);
      if (now?.passwordHash !== person.passwordHash) throw proofNeeded();
      await trx.insertInto("personalTokens").values(row).execute();
      if ((await living(trx, services, person._id).execute()).length > MOST_TOKENS) throw tooManyTokens();
      await note(trx, services, person, "operator.token_made", row);
      await mailTokenMade(trx, services, person, { name: row.name, scopes });
    });
    return { token, made: toPersonalToken(row) };
  } catch (error) {
    if (!isDuplicate(error, "personalTokensHash")) throw error;
    const existing = await living(db, services, person._id).where("hash", "=", row.hash).executeTakeFirst();
    if (!existing) throw revokedToken();
    return { token, made: toPersonalToken(existing) };
  }
}

/** The same for the same request; of no use to who has not the marketplace's secret. */
function derived(
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

/** The audit log has operators' tokens alone; tokens of other people are their own business. */
async function note(trx: Trx, services: Services, person: Person, action: Action, { name, scopes }: Named) {
  if (person.privilege !== "operator") return;
  const by = { _id: person._id, name: `${person.firstName} ${person.lastName}`.trim() };
  await audit(trx, services, by, action, name, scopes ? { scopes } : {});
}
interface Named {
  name: string;
  scopes?: string;
}

/** The owner and scopes of the valid token with this hash. Null for any other. Records its use. */
export async function whoHasPersonalToken(services: Services, hash: string) {
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
  // Not at every request: that would make a write of each read.
  if (row.lastUsedAt === null || clock.now().getTime() - Date.parse(row.lastUsedAt) >= USED_AGAIN_MS)
    await db
      .updateTable("personalTokens")
      .set({ lastUsedAt: timestamp(clock) })
      .where("_id", "=", row._id)
      .execute();
  return { tokenId: row._id, scopes: row.scopes.split(" ") as Scope[], record };
}

/** Whether a token with these scopes may make a call that asks for one: who may write may read. */
export function opens(scopes: Scope[], scope: Scope): boolean {
  return scopes.includes(scope) || scopes.includes(scope.replace(/:read$/, ":write") as Scope);
}
