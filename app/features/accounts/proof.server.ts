import { timestamp } from "~/platform/clock";
import type { ApiContext } from "~/platform/http/api.server";
import type { Services } from "~/platform/services.server";
import { proofNeeded } from "./errors.server";

/** How long ago a session's person may have given the password or the second factor, for what is worth stealing. */
const PROOF_MINUTES = 10;

/** Notes that the person of this session has just proven who they are. */
export async function noteProof({ db, clock }: Pick<Services, "db" | "clock">, tokenHash: string): Promise<void> {
  await db
    .updateTable("tokens")
    .set({ provenAt: timestamp(clock) })
    .where("hash", "=", tokenHash)
    .execute();
}

/** Refuses with 403, `proof_needed`, unless the person of this session has proven who they are in the last 10 minutes. */
export async function demandProof(c: ApiContext): Promise<void> {
  const { db, clock } = c.var.services;
  const proven = await db
    .selectFrom("tokens")
    .select("hash")
    .where("hash", "=", c.var.tokenHash)
    .where("provenAt", ">", timestamp(clock, -PROOF_MINUTES * 60))
    .executeTakeFirst();
  if (!proven) throw proofNeeded();
}
