import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import { signedIn, type ApiContext } from "~/platform/http/api.server";
import { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { notForTokens, proofNeeded } from "./errors.server";

/** How long a password or a code of the second factor proves who uses a session. A recovery code proves one action. */
const PROOF_MINUTES = 10;
const DAY = 86_400;

type Clock = Pick<Services, "clock">;
const oldestProof = ({ clock }: Clock) => timestamp(clock, -PROOF_MINUTES * 60);

/** Notes that the person of a session has proven who they are: for 10 minutes, or `once` for one action within them. */
export async function noteProof(
  db: Db,
  { clock }: Clock,
  tokenHash: string,
  { once = false }: { once?: boolean } = {},
): Promise<void> {
  await db
    .updateTable("tokens")
    .set({ provenAt: timestamp(clock), provenOnce: once ? 1 : 0 })
    .where("hash", "=", tokenHash)
    .execute();
}

/** The valid proof of a session; undefined without one. */
export function proofOf(db: Db, services: Clock, tokenHash: string) {
  return db
    .selectFrom("tokens")
    .select(["provenAt", "provenOnce"])
    .where("hash", "=", tokenHash)
    .where("provenAt", ">", oldestProof(services))
    .executeTakeFirst();
}

/**
 * Refuses with 403, `proof_needed`, unless the person of this session has proven who they are in the last 10 minutes.
 * Uses up a proof for one action. Refuses a personal token with `not_for_tokens`, because it proves no person.
 */
export async function demandProof(c: ApiContext): Promise<void> {
  const { services, tokenHash } = c.var;
  if (tokenHash === "") throw notForTokens();
  const proof = await proofOf(services.db, services, tokenHash);
  if (!proof) throw proofNeeded();
  if (proof.provenOnce === 0) return;
  const spent = await services.db
    .updateTable("tokens")
    .set({ provenAt: "", provenOnce: 0 })
    .where("hash", "=", tokenHash)
    .where("provenOnce", "=", 1)
    .executeTakeFirst();
  if (spent.numUpdatedRows !== 1n) throw proofNeeded();
  c.set("spentProof", proof.provenAt);
}

/** Returns a proof for one action to its session when the action was refused. */
export async function giveProofBack(c: ApiContext): Promise<void> {
  const { services, tokenHash, spentProof } = c.var;
  if (!spentProof) return;
  await services.db
    .updateTable("tokens")
    .set({ provenAt: spentProof, provenOnce: 1 })
    .where("hash", "=", tokenHash)
    .where("provenAt", "=", "")
    .execute();
}

/**
 * Demands a proof for a refund of `cents` above the configured sum. Also demands one when a person's refunds of a day
 * without a proof would exceed that sum, so that many small refunds are no way around it.
 */
export async function demandProofOfRefund(c: ApiContext, cents: number): Promise<void> {
  const { config, rateLimiter } = c.var.services;
  const { _id } = await signedIn(c);
  if (cents > config.refundProofAboveCents) return demandProof(c);
  const budget = { name: "refunds-without-proof", points: config.refundProofAboveCents, seconds: DAY };
  try {
    if (cents > 0) await rateLimiter.consume(budget, _id, cents);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 429) throw error;
    await demandProof(c);
  }
}
