import { timestamp } from "~/platform/clock";
import type { Services } from "~/platform/services.server";
import { newToken } from "~/platform/ids.server";
import { unknownDraft } from "./errors.server";
import { signUpDraft, type SignUpDraft } from "./schema";

const KEPT_HOURS = 24;

/** Keeps what a merchant has typed so far. The id is the only key to it, so it is as long as a token. */
export async function newDraft({ db, clock }: Services, draft: SignUpDraft): Promise<string> {
  const _id = newToken();
  await db
    .insertInto("signUpDrafts")
    .values({ _id, payload: JSON.stringify(draft), updatedAt: timestamp(clock) })
    .execute();
  return _id;
}

export async function draftOf({ db, clock }: Services, draftId: string): Promise<SignUpDraft> {
  const row = await db
    .selectFrom("signUpDrafts")
    .select("payload")
    .where("_id", "=", draftId)
    .where("updatedAt", ">", timestamp(clock, -KEPT_HOURS * 3600))
    .executeTakeFirst();
  if (!row) throw unknownDraft();
  return signUpDraft.parse(JSON.parse(row.payload));
}

export async function keepDraft({ db, clock }: Services, draftId: string, draft: SignUpDraft): Promise<void> {
  const draftRow = await db
    .updateTable("signUpDrafts")
    .set({ payload: JSON.stringify(draft), updatedAt: timestamp(clock) })
    .where("_id", "=", draftId)
    .executeTakeFirst();
  if (draftRow.numUpdatedRows !== 1n) throw unknownDraft();
}

/** Deletes drafts of sign-ups that have not changed for a day. */
export async function sweepDrafts({ db, clock }: Services): Promise<void> {
  await db
    .deleteFrom("signUpDrafts")
    .where("updatedAt", "<", timestamp(clock, -KEPT_HOURS * 3600))
    .execute();
}
