import { expect, test } from "vitest";
import { readPages, readPdf } from "../../../tests/fixtures/pdf";
import { invoicePdf } from "./invoice.server";
import { packingPdf } from "./packing-pdf.server";

const READ = { streetAddress: "12 Orchard Row", city: "Burlington", countryRegion: "United States", telephone: "" };

/** An order to a person with this last name, in the form that the papers take. */
function orderTo(lastName: string, overrides: object = {}) {
  const to = { firstName: "Ada", lastName, companyName: "", states: "", zipCode: "", email: "", ...READ, ...overrides };
  return {
    itemId: 1001,
    invoiceNumber: "INV-000001",
    suppliedAt: null,
    shipping: to,
    billing: to,
    notes: "",
    carts: [
      {
        product: { title: "Apples", sku: "AP-1" },
        variant: { _id: "1", name: "" },
        quantity: 2,
        price: 3,
        refundedQuantity: 0,
      },
    ],
    refunds: [],
    refunded: 0,
    amount: 6,
    paymentMethod: "Card",
    createdAt: "2026-03-01T10:00:00.000Z",
    date: null,
  };
}
type Order = ReturnType<typeof orderTo>;

const slips = (order: Order) =>
  packingPdf({ docs: [order], picks: [] } as unknown as Parameters<typeof packingPdf>[0], "Orchard");
const invoice = (order: Order) =>
  invoicePdf(
    order as unknown as Parameters<typeof invoicePdf>[0],
    { storeName: "Orchard", businessAddress: "1 Lane", trader: null },
    { market: { name: "Fieldstall", address: "2 Lane", email: "", phone: "" }, timeZone: "UTC" },
  );

test.each(["Владимир", "Łukasz", "Đà Nẵng", "Αθήνα", "İstanbul ışık"])(
  "%s is printed as it is written",
  async (name) => {
    for (const paper of [slips, invoice]) {
      const { raw } = await readPdf(paper(orderTo(name)));
      expect(raw).toMatch(/\/BaseFont \/\w+\+DejaVuSans\b/);
      const { marks } = await readPages(paper(orderTo(name)));
      expect(marks.map(({ text }) => text).join("\n")).toContain(name);
    }
  },
);

test("a paper of Western letters carries no font", async () => {
  for (const paper of [slips, invoice]) expect((await readPdf(paper(orderTo("Åström")))).raw).not.toContain("DejaVu");
});

test("a slip says that letters are missing which no font of ours has", async () => {
  const said = "Some letters cannot be printed here: see the page.";
  expect((await readPdf(slips(orderTo("李小龙")))).texts).toContain(said);
  expect((await readPdf(slips(orderTo("Walker?")))).texts).not.toContain(said);
});

test("a slip has all of a long SKU, and an invoice all lines of a long address", async () => {
  const order = orderTo("Walker", { companyName: "Long ".repeat(60) + "Company", zipCode: "LASTLINE" });
  order.carts[0]!.product.sku = `${"ABCDE-".repeat(9)}END`;
  const { texts } = await readPdf(slips(order));
  expect(texts.replaceAll("\n", "")).toContain(order.carts[0]!.product.sku);
  expect((await readPdf(invoice(order))).texts.split("LASTLINE")).toHaveLength(3);
});

test("words of Hebrew and Arabic stand apart, from the right", async () => {
  const { marks } = await readPages(slips(orderTo("שלום עולם, Haifa")));
  const line = marks.find(({ text }) => /[א-ת]/.test(text));
  expect(line?.text.replaceAll("\u00a0", " ")).toBe(",םלוע םולש");
});
