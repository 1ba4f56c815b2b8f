import { sql } from "kysely";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { CaseKind } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import { seal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import { reportDecided } from "./errors.server";

/*
 * Cases of the operators' queue. A feature adds reports and decisions in the transaction that makes them. The thing
 * itself, and whether it is shown, stays with the feature.
 */

/** A thing that can be reported. */
export interface Target {
  kind: CaseKind;
  targetId: string;
  title: string;
}

/** The revision of a case that an operator looked at; undefined if a call has none. */
export type Revision = number | undefined;

/** Open reports beyond this number are not stored: they add nothing for the operator. */
const MOST_OPEN_REPORTS = 20;
export const DECISION_LINK = "moderation decision";

/** The case of a thing, locked until the transaction ends. Makes it if there is none. */
async function caseOf(trx: Trx, { clock }: Pick<Services, "clock">, target: Target) {
  const now = timestamp(clock);
  return trx
    .insertInto("moderationCases")
    .values({
      _id: newId(clock.now()),
      ...target,
      state: "decided",
      since: now,
      openReports: 0,
      isTakenDown: 0,
      revision: 0,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((oc) => oc.columns(["kind", "targetId"]).doUpdateSet({ title: target.title, updatedAt: now }))
    .returning(["_id", "openReports"])
    .executeTakeFirstOrThrow();
}

/** Counts one more report of a thing, which now waits for an operator. */
export async function noteReport(trx: Trx, services: Pick<Services, "clock">, target: Target): Promise<void> {
  const { _id } = await caseOf(trx, services, target);
  await trx
    .updateTable("moderationCases")
    .set((eb) => ({
      openReports: eb("openReports", "+", 1),
      updatedAt: timestamp(services.clock),
      since: sql<string>`case when "state" = 'decided' then ${timestamp(services.clock)} else "since" end`,
      state: sql<"reported">`case when "state" = 'decided' then 'reported' else "state" end`,
    }))
    .where("_id", "=", _id)
    .execute();
}

/** Stores a report of a thing with its reason, but not who reported. */
export async function fileReport(
  trx: Trx,
  services: Pick<Services, "clock">,
  target: Target,
  reason: string,
): Promise<void> {
  const { _id: caseId, openReports } = await caseOf(trx, services, target);
  if (openReports >= MOST_OPEN_REPORTS) return;
  const createdAt = timestamp(services.clock);
  await trx
    .insertInto("moderationReports")
    .values({ _id: newId(services.clock.now()), caseId, reason, createdAt, settledAt: null })
    .execute();
  await noteReport(trx, services, target);
}

/** Settles a case with its reports. Refuses `report_decided` if the case is no longer at `revision`. */
async function settleCase(
  trx: Trx,
  services: Pick<Services, "clock">,
  target: Target,
  revision: Revision,
  outcome: { isTakenDown?: 0 | 1 } = {},
): Promise<string> {
  const { _id } = await caseOf(trx, services, target);
  const settledAt = timestamp(services.clock);
  const settled = await trx
    .updateTable("moderationCases")
    .set((eb) => ({
      state: "decided",
      since: settledAt,
      updatedAt: settledAt,
      openReports: 0,
      ...outcome,
      revision: eb("revision", "+", 1),
    }))
    .where("_id", "=", _id)
    .$if(revision !== undefined, (query) => query.where("revision", "=", revision ?? 0))
    .executeTakeFirst();
  if (settled.numUpdatedRows === 0n) throw reportDecided();
  await settleReports(trx, [_id], settledAt);
  return _id;
}

async function settleReports(trx: Trx, caseIds: string[], settledAt: string): Promise<void> {
  await trx
    .updateTable("moderationReports")
    .set({ settledAt })
    .where("caseId", "in", caseIds)
    .where("settledAt", "is", null)
    .execute();
}

/** Ends the cases of questions that their merchant removed, because nothing is left to decide on. */
export async function noteGone(trx: Trx, { clock }: Pick<Services, "clock">, answerIds: string[]): Promise<void> {
  if (answerIds.length === 0) return;
  const since = timestamp(clock);
  const closedCase = await trx
    .updateTable("moderationCases")
    .set((eb) => ({ state: "decided", since, updatedAt: since, openReports: 0, revision: eb("revision", "+", 1) }))
    .where("kind", "=", "question")
    .where("targetId", "in", answerIds)
    .where("state", "<>", "decided")
    .returning("_id")
    .execute();
  const ids = closedCase.map(({ _id }) => _id);
  if (ids.length > 0) await settleReports(trx, ids, since);
}

/**
 * Notes that a thing was taken down, and the decision for each person whom it concerns. Returns the link with which
 * each can object, by the person's id. Refuses `report_decided`.
 */
export async function noteTakenDown(
  trx: Trx,
  services: Pick<Services, "clock" | "config">,
  target: Target,
  { reason, people, revision }: { reason: string; people: (string | null)[]; revision: Revision },
): Promise<Map<string, string>> {
  const caseId = await settleCase(trx, services, target, revision, { isTakenDown: 1 });
  const addresses = new Map<string, string>();
  for (const personId of people) {
    if (personId === null) continue;
    const _id = newId(services.clock.now());
    await trx
      .insertInto("moderationDecisions")
      .values({
        _id,
        caseId,
        personId,
        reason,
        decidedAt: timestamp(services.clock),
        objection: "",
        objectedAt: null,
        outcome: null,
        answer: "",
        settledAt: null,
      })
      .execute();
    addresses.set(personId, `${services.config.publicUrl}/decisions/${linkWord(services, _id)}`);
  }
  return addresses;
}

/** The token of the link to a decision. */
export const linkWord = ({ config }: Pick<Services, "config">, decisionId: string): string =>
  seal(config, decisionId, DECISION_LINK);

/** Notes that a thing was put back, which ends its decisions and objections. Refuses `report_decided`. */
export async function notePutBack(
  trx: Trx,
  services: Pick<Services, "clock">,
  target: Target,
  revision: Revision,
): Promise<void> {
  const caseId = await settleCase(trx, services, target, revision, { isTakenDown: 0 });
  await trx
    .updateTable("moderationDecisions")
    .set({ outcome: "reversed", settledAt: timestamp(services.clock) })
    .where("caseId", "=", caseId)
    .where("settledAt", "is", null)
    .execute();
}

/** Notes that a reported thing stays. Refuses `report_decided`. */
export async function noteKept(
  trx: Trx,
  services: Pick<Services, "clock">,
  target: Target,
  revision: Revision,
): Promise<void> {
  await settleCase(trx, services, target, revision);
}

/** The lines of a mail that explain how to object. */
export function objectionLines(addresses: Map<string, string>, personId: string | null) {
  const href = addresses.get(personId ?? "");
  return href === undefined
    ? []
    : [
        "If you think that this is wrong, you can object once, without signing in. Somebody of our team looks at it again.",
        { button: "Object", href },
      ];
}
