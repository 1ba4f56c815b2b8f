import { describe, expect, test } from "vitest";
import { SEE_THE_PAGE } from "~/platform/pdf/paper.server";
import { LONGEST_EMAIL, longestOrder, WRITERS } from "../../../tests/fixtures/longest-order";
import { layoutFaults, readPages } from "../../../tests/fixtures/pdf";
import { deliveryListPdf } from "./delivery-list-pdf.server";
import { invoicePdf } from "./invoice.server";
import { labelsPdf } from "./labels-pdf.server";
import { packingPdf } from "./packing-pdf.server";
import { picksFor } from "./packing.server";
import type { MerchantOrderDetails } from "./schema";

const someOrders = (order: MerchantOrderDetails, count = 4) =>
  Array.from({ length: count }, (_, index) => ({
    ...order,
    _id: `${order._id}${index}`,
    itemId: order.itemId - index,
  }));

/** Each kind of paper, made for an order of a stall with this name. */
const PAPERS: Record<string, (order: MerchantOrderDetails, storeName: string) => Promise<ReadableStream<Uint8Array>>> =
  {
    invoice: (order, storeName) =>
      invoicePdf(
        order,
        { storeName, businessAddress: storeName, trader: order.trader },
        {
          market: { name: "M".repeat(60), address: "W".repeat(200), email: LONGEST_EMAIL, phone: "" },
          timeZone: "UTC",
        },
      ),
    "slips and pick list": (order, storeName) => {
      const docs = someOrders(order);
      return packingPdf({ docs, total: 4, picks: picksFor(docs) }, storeName);
    },
    "labels of a sheet": (order, storeName) => labelsPdf(someOrders(order, 30), "a4-24", 20, storeName),
    "labels of a roll": (order, storeName) => labelsPdf(someOrders(order), "roll-62", 1, storeName),
    "delivery list": (order, storeName) => deliveryListPdf({ day: "2026-11-28", orders: someOrders(order) }, storeName),
  };

describe.each(Object.entries(PAPERS))("%s", (_, paper) => {
  test.each(Object.entries(WRITERS))("has nothing over anything else, at the longest %s", async (_name, write) => {
    for (const lines of [1, 20]) expect(await layoutFaults(paper(longestOrder(write, lines), write(120)))).toEqual([]);
  });

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

test("the titles of an invoice's columns stand above its lines on each page", async () => {
  const { pages, marks } = await readPages(PAPERS["invoice"]!(longestOrder(WRITERS["words"]!, 40), "Hill Farm"));
  const withLines = new Set(marks.filter(({ text }) => text === "999999 pcs").map(({ page }) => page));
  const withTitles = marks.filter(({ text }) => text === "Quantity").map(({ page }) => page);
  expect(withTitles).toEqual([...withLines]);
  expect(withLines.size).toBeGreaterThan(2);
  expect(marks.filter(({ text }) => text === `Page 2 of ${pages.length}`)).toHaveLength(1);
});

test("a slip that is longer than a sheet says on each sheet which order it is of", async () => {
  const { pages, marks } = await readPages(PAPERS["slips and pick list"]!(longestOrder(WRITERS["words"]!, 40), "Farm"));
  const titledPages = new Set(marks.filter(({ text }) => /^(Pick list|Order #)/.test(text)).map(({ page }) => page));
  expect(titledPages.size).toBe(pages.length);
});
