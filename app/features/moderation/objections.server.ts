import { z } from "~/features/zod";
import { audit, type Operator } from "~/features/audit/audit.server";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { mailTo } from "~/platform/mail/send-mail.server";
import { unseal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import { DECISION_LINK, linkWord, type Revision } from "./cases.server";
import { decisionOver, objectedAlready, reportDecided, unknownDecision, unknownReport } from "./errors.server";
import { MOST_DECISIONS } from "./plain-schema";
import type { Decision } from "./schema";

/* People read the decisions that concern them, and object once. */

const id = z.string().regex(/^[0-9a-f]{24}$/);

const decisionRows = (db: Db) =>
  db
    .selectFrom("moderationDecisions as d")
    .innerJoin("moderationCases as c", "c._id", "d.caseId")
    .select([
      "d._id",
      "c.kind",
      "c.title",
      "d.reason",
      "d.decidedAt",
      "d.objection",
      "d.objectedAt",
      "d.outcome",
      "d.answer",
      "d.settledAt",
    ])
    .where("d.personId", "is not", null);

type DecisionRecord = Awaited<ReturnType<ReturnType<typeof decisionRows>["execute"]>>[number];

const toDecision = ({ settledAt, ...row }: DecisionRecord): Decision => ({
  ...row,
  canObject: settledAt === null && row.objectedAt === null,
});

/** The newest decisions that concern a person, each with the token of its link. */
export async function decisionsOf(services: Pick<Services, "db" | "config">, personId: string) {
  const rows = await decisionRows(services.db)
    .where("d.personId", "=", personId)
    .orderBy("d._id", "desc")
    .limit(MOST_DECISIONS)
    .execute();
  return rows.map((row) => ({ ...toDecision(row), link: linkWord(services, row._id) }));
}

/** The decision that a link is for. Refuses `unknown_decision`, also once the person has left. */
export async function openDecision(services: Pick<Services, "db" | "config">, word: string): Promise<Decision> {
  return toDecision(await linkedDecision(services.db, services, word));
}

async function linkedDecision(db: Db, { config }: Pick<Services, "config">, word: string): Promise<DecisionRecord> {
  const decisionId = id.safeParse(unseal(config, word, DECISION_LINK));
  const row = decisionId.success
    ? await decisionRows(db).where("d._id", "=", decisionId.data).executeTakeFirst()
    : undefined;
  if (!row) throw unknownDecision();
  return row;
}

/**
 * Objects to a decision, which returns to the operators' queue. Refuses `unknown_decision`, `objected_already` and
 * `decision_over`.
 */
export async function objectTo(services: Services, word: string, text: string): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const { _id } = await linkedDecision(trx, services, word);
    const objectedAt = timestamp(services.clock);
    // Locks the case first, as operators' decisions do, so that a decision and an objection come one after the other.
    const { caseId } = await trx
      .selectFrom("moderationDecisions")
      .select("caseId")
      .where("_id", "=", _id)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("moderationCases")
      .set((eb) => ({ state: "objected", since: objectedAt, updatedAt: objectedAt, revision: eb("revision", "+", 1) }))
      .where("_id", "=", caseId)
      .execute();
    const objection = await trx
      .updateTable("moderationDecisions")
      .set({ objection: text, objectedAt })
      .where("_id", "=", _id)
      .where("objectedAt", "is", null)
      .where("settledAt", "is", null)
      .executeTakeFirst();
    if (objection.numUpdatedRows > 0n) return;
    throw (await linkedDecision(trx, services, word)).settledAt === null ? objectedAlready() : decisionOver();
  });
}

/**
 * Confirms a decision for good after an objection, and mails the reason to those who objected. Refuses `unknown_report`
 * and `report_decided`.
 */
export async function upholdDecision(
  services: Services,
  operator: Operator,
  caseId: string,
  answer: string,
  revision: Revision,
): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const decision = await trx
      .selectFrom("moderationCases")
      .select(["kind", "title"])
      .where("_id", "=", caseId)
      .executeTakeFirst();
    if (!decision) throw unknownReport();
    const settledAt = timestamp(services.clock);
    const upheld = await trx
      .updateTable("moderationCases")
      .set((eb) => ({
        state: "decided",
        since: settledAt,
        updatedAt: settledAt,
        openReports: 0,
        revision: eb("revision", "+", 1),
      }))
      .where("_id", "=", caseId)
      .where("state", "=", "objected")
      .$if(revision !== undefined, (query) => query.where("revision", "=", revision ?? 0))
      .executeTakeFirst();
    if (upheld.numUpdatedRows === 0n) throw reportDecided();
    const people = await trx
      .updateTable("moderationDecisions")
      .set({ outcome: "upheld", answer, settledAt })
      .where("caseId", "=", caseId)
      .where("objectedAt", "is not", null)
      .where("settledAt", "is", null)
      .returning("personId")
      .execute();
    await audit(trx, services, operator, "objection.refused", decision.title, {
      kind: decision.kind,
      case: caseId,
      reason: answer,
    });
    for (const { personId } of people) await mailUpheld(trx, services, personId, decision.title, answer);
  });
}

async function mailUpheld(
  trx: Trx,
  services: Services,
  personId: string | null,
  title: string,
  answer: string,
): Promise<void> {
  const person = await trx
    .selectFrom("users")
    .select(["email", "firstName"])
    .where("_id", "=", personId ?? "")
    .executeTakeFirst();
  if (!person) return;
  const { market } = services.config;
  await mailTo(trx, services, person, "We have looked at your objection", [
    `Our team has read your objection about ${title || "your stall"}, and the decision stays. The reason:`,
    answer,
    "This is final.",
    `${market.name} · ${market.email}`,
  ]);
}

/** Removes a person who leaves from the decisions that concern them. An open objection of theirs ends. */
export async function forgetDecisionsOf(trx: Trx, { clock }: Pick<Services, "clock">, personId: string): Promise<void> {
  const settledAt = timestamp(clock);
  const waiting = trx
    .selectFrom("moderationDecisions")
    .select("caseId")
    .where("personId", "=", personId)
    .where("objectedAt", "is not", null)
    .where("settledAt", "is", null);
  await trx
    .updateTable("moderationCases")
    .set((eb) => ({ state: "decided", since: settledAt, updatedAt: settledAt, revision: eb("revision", "+", 1) }))
    .where("state", "=", "objected")
    .where("_id", "in", waiting)
    .execute();
  await trx
    .updateTable("moderationDecisions")
    .set({ personId: null, objection: "", objectedAt: null, settledAt })
    .where("personId", "=", personId)
    .execute();
}

/** Decisions and objections of a person, for the person. */
export async function decisionsForExport(db: Db, personId: string) {
  const rows = await decisionRows(db).where("d.personId", "=", personId).orderBy("d._id").execute();
  return rows.map(toDecision);
}
