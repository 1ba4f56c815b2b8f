import { createMiddleware } from "hono/factory";
import { recordOf, type UserRecord } from "~/features/accounts/log-in.server";
import { everySaleOf } from "~/features/merchant-orders/every-sale.server";
import { everyMessageOfStall } from "~/features/messages/every-message.server";
import { everyProductOf } from "~/features/products/every-product.server";
import { everyAnswerOfStall } from "~/features/reviews/every-answer.server";
import { signedIn, type ApiEnv } from "~/platform/http/api.server";
import { jsonStream } from "~/platform/http/json-stream.server";
import type { Services } from "~/platform/services.server";
import { asFile } from "~/platform/spreadsheet.server";
import { everythingAbout } from "./export.server";

/** A merchant's export: the person's data, then the stall's products, sales and texts, page by page. */
async function stallCopy(services: Services, record: UserRecord): Promise<ReadableStream<Uint8Array>> {
  return jsonStream(await everythingAbout(services, record), {
    products: everyProductOf(services, record._id),
    sales: everySaleOf(services, record._id),
    stallConversations: everyMessageOfStall(services, record._id),
    reviewAnswers: everyAnswerOfStall(services, record._id),
  });
}

/** Answers a merchant with the stream. Other people's answers are not streamed. */
export const streamedToMerchants = createMiddleware<ApiEnv>(async (c, next) => {
  if ((await signedIn(c)).privilege !== "merchant") return next();
  const copy = await stallCopy(c.var.services, await recordOf(c));
  return c.body(copy, 200, asFile("my-data.json", "application/json; charset=utf-8"));
});
