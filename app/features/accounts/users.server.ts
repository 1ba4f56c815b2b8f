import { sql } from "kysely";
import { audit, type Operator } from "~/features/audit/audit.server";
import { changedPage, readChangeCursor, withoutMoment } from "~/features/cursor.server";
import { pageOfDocs } from "~/features/pagination";
import { timestamp } from "~/platform/clock";
import { contains } from "~/platform/database/contains.server";
import { inTransaction, type Db } from "~/platform/database/database.server";
import { mailTo, type Reader } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { plusDays, startOfDay } from "~/platform/time-zone";
import { unknownUser } from "./errors.server";
import type { UsersQuery } from "./operator-schema";
import { factorSince } from "./queries.server";
import { endAccess } from "./tokens.server";

const USERS_A_PAGE = 20;
const BY_CHANGE = "users changed";

type PersonRow = Awaited<ReturnType<ReturnType<typeof withDetails>["executeTakeFirstOrThrow"]>>;

/** The users whose email or name contains `q`, and who signed up on `day`. */
function usersNamed(db: Db, timeZone: string, { q, day }: Pick<UsersQuery, "q" | "day">) {
  let query = livingUsers(db);
  if (day)
    query = query
      .where("u.createdAt", ">=", startOfDay(timeZone, day))
      .where("u.createdAt", "<", startOfDay(timeZone, plusDays(day, 1)));
  if (q)
    query = query.where((eb) =>
      eb.or(contains(q, [eb.ref("u.email"), sql<string>`${eb.ref("u.firstName")} || ' ' || ${eb.ref("u.lastName")}`])),
    );
  return query;
}

const livingUsers = (db: Db) => db.selectFrom("users as u").where("u.deletedAt", "is", null);

/** The details of each user for operators. */
function withDetails(query: ReturnType<typeof livingUsers>, now: string) {
  return query.leftJoin("authenticators as a", "a.userId", "u._id").select((eb) => [
    "u._id",
    "u.firstName",
    "u.lastName",
    "u.email",
    "u.privilege",
    "u.verifiedAt",
    "u.createdAt",
    eb
      .selectFrom("tokens")
      .select(sql<number>`count(*)`.as("n"))
      .whereRef("userId", "=", "u._id")
      .where("expiresAt", ">", now)
      .as("sessions"),
    factorSince,
  ]);
}

function asPerson({ verifiedAt, email, sessions, factorSince, ...row }: PersonRow) {
  return {
    ...row,
    email: email ?? "",
    verified: verifiedAt !== null,
    secondFactor: factorSince !== null,
    sessions: Number(sessions ?? 0),
  };
}

/** One user, as an entry of the list. */
export async function userForOperators({ db, clock }: Services, userId: string) {
  const row = await withDetails(livingUsers(db), timestamp(clock)).where("u._id", "=", userId).executeTakeFirst();
  if (!row) throw unknownUser();
  return asPerson(row);
}

/** A page of the users whom `q` and `day` select: newest first, or by change. */
export async function userPage({ db, clock, config }: Services, query: UsersQuery) {
  const { page, updatedSince, limit = USERS_A_PAGE } = query;
  const users = usersNamed(db, config.timeZone, query);
  const count = async (selection: typeof users) =>
    Number((await selection.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow()).n);
  if (updatedSince !== undefined) {
    const columns = { at: sql.ref<string>("u.updatedAt"), id: sql.ref<string>("u._id") };
    const { docs, ...rest } = await changedPage(BY_CHANGE, { ...query, updatedSince }, USERS_A_PAGE, columns, {
      count: (condition) => count(users.where(condition)),
      read: (range) =>
        withDetails(users.where(range.condition), timestamp(clock))
          .select("u.updatedAt")
          .orderBy("u.updatedAt")
          .orderBy("u._id")
          .limit(range.limit)
          .offset(range.offset)
          .execute(),
      cursorOf: ({ updatedAt, _id }) => ({ at: updatedAt, id: _id }),
    });
    return { docs: docs.map((row) => asPerson(withoutMoment(row))), ...rest };
  }
  readChangeCursor(BY_CHANGE, query);
  const rows = await withDetails(users, timestamp(clock))
    .orderBy("u.createdAt", "desc")
    .orderBy("u._id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return pageOfDocs(rows.map(asPerson), page, limit, await count(users));
}

/** Signs a person and their programs out everywhere, records it, and mails the person. */
export async function endSessions(services: Services, operator: Operator, userId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select(["email", "firstName"])
      .where("_id", "=", userId)
      .where("deletedAt", "is", null)
      .executeTakeFirst();
    if (!user) throw unknownUser();
    await endAccess(trx, services, userId);
    await audit(trx, services, operator, "user.signed_out", user.email ?? "", { user: userId });
    await mailSignedOut(trx, services, user);
  });
}

async function mailSignedOut(db: Db, services: Services, person: Reader): Promise<void> {
  await mailTo(db, services, person, "You were signed out everywhere", [
    `our team has ended every session of your ${services.config.market.name} account, and every token of your programs. You can sign in again at any time.`,
    `If you did not expect this, choose a new password at ${services.config.publicUrl}/reset_password.`,
  ]);
}
