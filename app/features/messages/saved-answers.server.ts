import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { savedAnswersFull, unknownSavedAnswer } from "./errors.server";
import { MOST_SAVED_ANSWERS } from "./plain-schema";
import type { SavedAnswer, SavedAnswerForm } from "./schema";

/** A merchant's saved answers by their names. */
export function savedAnswersOf(db: Db, merchantId: string): Promise<SavedAnswer[]> {
  return db
    .selectFrom("savedAnswers")
    .select(["_id", "name", "text"])
    .where("merchantId", "=", merchantId)
    .orderBy("name")
    .orderBy("_id")
    .limit(MOST_SAVED_ANSWERS)
    .execute();
}

/** Saves an answer. Refuses `saved_answers_full`. The lock keeps this limit when requests come at the same time. */
export async function saveAnswer(services: Services, merchantId: string, form: SavedAnswerForm): Promise<string> {
  return inTransactionOnce(services, async (trx) => {
    const stall = trx.selectFrom("stores").select("userId").where("userId", "=", merchantId);
    await (services.dialect.forUpdate ? stall.forUpdate() : stall).execute();
    if ((await savedAnswersOf(trx, merchantId)).length >= MOST_SAVED_ANSWERS) throw savedAnswersFull();
    const _id = newId(services.clock.now());
    await trx
      .insertInto("savedAnswers")
      .values({ _id, merchantId, ...form, createdAt: timestamp(services.clock) })
      .execute();
    return _id;
  });
}

/** Changes a saved answer. Refuses `unknown_saved_answer`. */
export async function changeAnswer(
  services: Services,
  merchantId: string,
  answerId: string,
  form: SavedAnswerForm,
): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const changedRow = await trx
      .updateTable("savedAnswers")
      .set(form)
      .where("_id", "=", answerId)
      .where("merchantId", "=", merchantId)
      .executeTakeFirst();
    if (changedRow.numUpdatedRows === 0n) throw unknownSavedAnswer();
  });
}

/** Removes a saved answer. Refuses `unknown_saved_answer`. */
export async function removeAnswer(services: Services, merchantId: string, answerId: string): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const removed = await trx
      .deleteFrom("savedAnswers")
      .where("_id", "=", answerId)
      .where("merchantId", "=", merchantId)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) throw unknownSavedAnswer();
  });
}
