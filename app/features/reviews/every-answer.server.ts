import type { Services } from "~/platform/services.server";
import { takingTurns } from "~/platform/turns";

/** Answers in memory at a time. */
const BATCH = 100;

/** The answers of a stall to reviews of its products, hidden ones as well, oldest review first, page by page. */
export async function* everyAnswerOfStall({ db }: Pick<Services, "db">, merchantId: string) {
  const turn = takingTurns();
  const answeredReviews = () =>
    db.selectFrom("reviews").select("_id").where("merchantId", "=", merchantId).where("isAnswered", "=", 1);
  // Each half has an index of its own.
  const rows = await answeredReviews()
    .where("hiddenAt", "is", null)
    .unionAll(answeredReviews().where("hiddenAt", "is not", null))
    .orderBy("_id")
    .execute();
  for (let first = 0; first < rows.length; first += BATCH) {
    const ids = rows.slice(first, first + BATCH).map(({ _id }) => _id);
    yield await db
      .selectFrom("reviews as r")
      .innerJoin("products as p", "p._id", "r.productId")
      .select(["r._id as review", "p.title as product", "r.stars", "r.answer", "r.answeredAt", "r.hiddenAt"])
      .where("r._id", "in", ids)
      .orderBy("r._id")
      .execute();
    await turn();
  }
}
