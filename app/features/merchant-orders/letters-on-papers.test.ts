import { describe, expect, test } from "vitest";
import { SEE_THE_PAGE } from "~/platform/pdf/paper.server";
import { longestOrder } from "../../../tests/fixtures/longest-order";
import { readPages } from "../../../tests/fixtures/pdf";
import type { MerchantOrderDetails } from "./schema";
import { PAPERS } from "../../../tests/fixtures/papers";

describe.each(Object.entries(PAPERS))("%s", (_, paper) => {
  test("says that letters are missing which no font has, and prints all others", async () => {
    const textsOf = async (order: MerchantOrderDetails) =>
      (await readPages(paper(order, "Hill Farm"))).marks.map(({ text }) => text).join(" ");
    const order = longestOrder(() => "Ada", 1);
    const orderOf = (firstName: string): MerchantOrderDetails => ({
      ...order,
      shipping: { ...order.shipping, firstName },
      billing: { ...order.billing, firstName },
    });
    expect(await textsOf(orderOf("李小龙"))).toContain(SEE_THE_PAGE);
    for (const name of ["Walker?", "Владимир", "Đặng", "Ελένη", "Հայկ", "გიორგი"]) {
      const texts = await textsOf(orderOf(name));
      expect(texts).toContain(name);
      expect(texts).not.toContain(SEE_THE_PAGE);
    }
  });
});
