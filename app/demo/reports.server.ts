import type { Trx } from "~/platform/database/database.server";
import type { CaseKind, NewRow } from "~/platform/database/tables";
import { productReports, questionReports } from "./content/reports";
import type { DemoGoods } from "./goods.server";
import { DAY, demoId, inChunks } from "./rows";

/** Cases of the operators' queue: the reported reviews of the demo, and reports of products and of a question. */
export async function fillReports(trx: Trx, now: Date, goods: DemoGoods[]): Promise<void> {
  const reviews = await trx
    .selectFrom("reviews as r")
    .innerJoin("products as p", "p._id", "r.productId")
    .select(["r._id", "r.createdAt", "p.title"])
    .where("r.openReports", ">", 0)
    .orderBy("r._id")
    .execute();
  const cases = reviews.map(({ _id, createdAt, title }) => reportedCase("review", _id, title, new Date(createdAt)));
  const reports: NewRow<"moderationReports">[] = [];
  const report = (kind: CaseKind, targetId: string, title: string, reason: string) => {
    const at = new Date(now.getTime() - (reports.length + 1) * (DAY / 4));
    const one = reportedCase(kind, targetId, title, at);
    cases.push(one);
    reports.push({
      _id: demoId(at, "report of a case", targetId),
      caseId: one._id,
      reason,
      createdAt: at.toISOString(),
      settledAt: null,
    });
  };
  for (const { sku, reason } of productReports) {
    const product = goodsOf(goods, sku);
    report("product", product._id, product.title, reason);
  }
  for (const { sku, reason } of questionReports) {
    const product = goodsOf(goods, sku);
    const question = await trx
      .selectFrom("productQuestions")
      .select("answerId")
      .where("productId", "=", product._id)
      .executeTakeFirstOrThrow();
    report("question", question.answerId, product.title, reason);
  }
  await inChunks(cases, (rows) => trx.insertInto("moderationCases").values(rows).execute());
  await inChunks(reports, (rows) => trx.insertInto("moderationReports").values(rows).execute());
}

function goodsOf(goods: DemoGoods[], sku: string): DemoGoods {
  const product = goods.find((one) => one.sku === sku);
  if (!product) throw new Error(`the demo has no ${sku}`);
  return product;
}

const reportedCase = (kind: CaseKind, targetId: string, title: string, at: Date): NewRow<"moderationCases"> => ({
  _id: demoId(at, "case", kind, targetId),
  kind,
  targetId,
  title,
  state: "reported",
  since: at.toISOString(),
  openReports: 1,
  isTakenDown: 0,
  revision: 0,
  createdAt: at.toISOString(),
  updatedAt: at.toISOString(),
});
