import { sql } from "kysely";
import type { Operator } from "~/features/audit/audit.server";
import { changedPage, readChangeCursor } from "~/features/cursor.server";
import { readReported } from "~/features/messages/moderate.server";
import { moderatedQuestion } from "~/features/messages/moderate-question.server";
import { unknownReport } from "~/features/moderation/errors.server";
import { CASES_A_PAGE } from "~/features/moderation/plain-schema";
import { MOST_COUNTED, pageOfDocs } from "~/features/pagination";
import { operatorProducts } from "~/features/product-review/find-products.server";
import { moderatedReview } from "~/features/reviews/moderate.server";
import type { Db } from "~/platform/database/database.server";
import type { CaseKind, ModerationCaseRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import type { CaseDetails, CaseQuery, ModerationCase } from "./schema";

/* The operators' queue: reports and objections of all kinds. */

const MOST_REPORTS = 20;
const BY_CHANGE = "cases changed";

const toCase = (row: ModerationCaseRow): ModerationCase => ({
  _id: row._id,
  kind: row.kind,
  title: row.title,
  state: row.state,
  since: row.since,
  openReports: row.openReports,
  isTakenDown: row.isTakenDown === 1,
  revision: row.revision,
});

/** A page of cases, and how many of each kind wait. Three statements. */
export async function casePage({ db }: Pick<Services, "db">, query: CaseQuery) {
  const { updatedSince } = query;
  const page = updatedSince === undefined ? casesByState(db, query) : changedCases(db, { ...query, updatedSince });
  return { ...(await page), waiting: await waitingCases(db) };
}

/** Cases in a state: waiting ones oldest first, decided ones newest first. */
async function casesByState(db: Db, query: CaseQuery) {
  readChangeCursor(BY_CHANGE, query);
  const { page, kind, state = "reported", limit = CASES_A_PAGE } = query;
  const cases = () =>
    db
      .selectFrom("moderationCases")
      .where("state", "=", state)
      .$if(kind !== undefined, (rows) => rows.where("kind", "=", kind ?? "review"));
  const { n } = await db
    .selectFrom(cases().select("_id").limit(MOST_COUNTED).as("c"))
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const direction = state === "decided" ? "desc" : "asc";
  const total = Number(n);
  const offset = Math.min((page - 1) * limit, total);
  const rows = await cases()
    .selectAll()
    .orderBy("since", direction)
    .orderBy("_id", direction)
    .limit(Math.min(limit, total - offset))
    .offset(offset)
    .execute();
  return pageOfDocs(rows.map(toCase), page, limit, total);
}

/** Cases that were changed since a moment, oldest change first. */
async function changedCases(db: Db, query: CaseQuery & { updatedSince: string }) {
  const { kind, state } = query;
  const cases = db
    .selectFrom("moderationCases")
    .$if(state !== undefined, (rows) => rows.where("state", "=", state ?? "reported"))
    .$if(kind !== undefined, (rows) => rows.where("kind", "=", kind ?? "review"));
  const columns = { at: sql.ref<string>("updatedAt"), id: sql.ref<string>("_id") };
  const { docs, ...rest } = await changedPage(BY_CHANGE, query, CASES_A_PAGE, columns, {
    count: async (condition) => {
      const countQuery = db.selectFrom(cases.where(condition).select("_id").limit(MOST_COUNTED).as("c"));
      const { n } = await countQuery.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
      return Number(n);
    },
    read: ({ condition, limit, offset }) =>
      cases.where(condition).selectAll().orderBy("updatedAt").orderBy("_id").limit(limit).offset(offset).execute(),
    cursorOf: ({ updatedAt, _id }) => ({ at: updatedAt, id: _id }),
  });
  return { docs: docs.map(toCase), ...rest };
}

async function waitingCases(db: Db) {
  const rows = await db
    .selectFrom("moderationCases")
    .select((eb) => ["kind", "state", eb.fn.countAll<number>().as("n")])
    .where("state", "in", ["reported", "objected"])
    .groupBy(["kind", "state"])
    .execute();
  const count = (kind: CaseKind, state: "reported" | "objected") =>
    Number(rows.find((row) => row.kind === kind && row.state === state)?.n ?? 0);
  const waitingOf = (kind: CaseKind) => ({ reported: count(kind, "reported"), objected: count(kind, "objected") });
  return {
    review: waitingOf("review"),
    conversation: waitingOf("conversation"),
    question: waitingOf("question"),
    product: waitingOf("product"),
  };
}

/** A case by its id. Refuses `unknown_report`. */
export async function caseById(db: Db, caseId: string): Promise<ModerationCaseRow> {
  const row = await db.selectFrom("moderationCases").selectAll().where("_id", "=", caseId).executeTakeFirst();
  if (!row) throw unknownReport();
  return row;
}

/**
 * A case with the thing itself, its open reports and objections. The audit log records who read a conversation. Refuses
 * `unknown_report`.
 */
export async function readCase(services: Services, operator: Operator, caseId: string): Promise<CaseDetails> {
  const { db } = services;
  const row = await caseById(db, caseId);
  const thing = await thingOf(services, operator, row);
  return {
    ...toCase(row),
    reports: thing.review?.reports ?? thing.conversation?.reports ?? (await openReports(db, caseId)),
    objections: await openObjections(db, caseId),
    ...thing,
  };
}

/** The thing that a case is about, under the name of its kind. */
async function thingOf(
  services: Services,
  operator: Operator,
  { kind, targetId, state, isTakenDown }: ModerationCaseRow,
): Promise<Pick<CaseDetails, CaseKind>> {
  if (kind === "review") return { review: await moderatedReview(services, targetId) };
  if (kind === "conversation")
    return state === "decided" && isTakenDown === 0
      ? {}
      : { conversation: await readReported(services, operator, targetId) };
  if (kind === "question") {
    const question = await moderatedQuestion(services, targetId);
    return question ? { question } : {};
  }
  const [product] = await operatorProducts(services.db, [targetId]);
  return product ? { product } : {};
}

const openReports = (db: Db, caseId: string) =>
  db
    .selectFrom("moderationReports")
    .select(["reason", "createdAt"])
    .where("caseId", "=", caseId)
    .where("settledAt", "is", null)
    .orderBy("_id")
    .limit(MOST_REPORTS)
    .execute();

async function openObjections(db: Db, caseId: string): Promise<CaseDetails["objections"]> {
  const rows = await db
    .selectFrom("moderationDecisions")
    .select(["reason", "objection as text", "objectedAt"])
    .where("caseId", "=", caseId)
    .where("settledAt", "is", null)
    .orderBy("_id")
    .execute();
  return rows.flatMap(({ objectedAt, ...objection }) => (objectedAt === null ? [] : [{ ...objection, objectedAt }]));
}
