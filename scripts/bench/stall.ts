import { issueToken } from "~/features/accounts/tokens.server";
import { systemClock } from "~/platform/clock";
import { inTransaction, type Database } from "~/platform/database/database.server";
import { addMerchantWithProducts } from "./fill";

/** Adds a signed-in merchant who sells in one category. Returns the token and the category's title. */
export async function openStall({ db }: Database): Promise<{ token: string; category: string }> {
  return inTransaction(db, async (trx) => {
    const { merchantId } = await addMerchantWithProducts(trx, 10);
    const { _id: categoryId, title } = await trx
      .selectFrom("categories")
      .select(["_id", "title"])
      .orderBy("position")
      .executeTakeFirstOrThrow();
    await trx.insertInto("storeCategories").values({ userId: merchantId, categoryId }).execute();
    return { token: await issueToken(trx, { clock: systemClock }, merchantId), category: title };
  });
}
