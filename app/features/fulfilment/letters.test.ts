import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { losesLetters, printable } from "~/platform/pdf.server";
import { invoicePdf } from "./invoice.server";
import { packingPdf } from "./packing-pdf.server";

const READ = { streetAddress: "12 Orchard Row", city: "Burlington", countryRegion: "United States", telephone: "" };

/** An order to somebody of this last name, as the papers take it. */
function orderTo(lastName: string, more: object = {}) {
  const to = { firstName: "Ada", lastName, companyName: "", states: "", zipCode: "", email: "", ...READ, ...more };
  return {
    itemId: 1001,
    shipping: to,
    billing: to,
    notes: "",
    carts: [{ product: { title: "Apples", sku: "AP-1" }, quantity: 2, price: 3, refundedQuantity: 0 }],
    refunds: [],
    refunded: 0,
    amount: 6,
    paymentMethod: "Card",
    createdAt: "2026-03-01T10:00:00.000Z",
    date: null,
  };
}
type Order = ReturnType<typeof orderTo>;

/** A document as it is stored, and the texts of it in the fonts that every reader has. */
async function read(pdf: Promise<ReadableStream<Uint8Array>>): Promise<{ raw: string; texts: string }> {
  const bytes = Buffer.from(await new Response(await pdf).arrayBuffer());
  const raw = bytes.toString("latin1");
  const streams = [...raw.matchAll(/\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g)].map((found) => {
    const from = found.index + found[0].length;
    return inflateSync(bytes.subarray(from, from + Number(found[1]))).toString("latin1");
  });
  // Where letters are set closer together, a number stands between the pieces of a word.
  const lines = streams.join("\n").match(/\[[^\]]*\] TJ/g) ?? [];
  const texts = lines.map((line) =>
    [...line.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => Buffer.from(hex!, "hex").toString("latin1")).join(""),
  );
  return { raw, texts: texts.join("\n") };
}
const slips = (order: Order) =>
  read(packingPdf({ docs: [order], picks: [] } as unknown as Parameters<typeof packingPdf>[0], "Orchard"));
const invoice = (order: Order) =>
  read(
    invoicePdf(
      order as unknown as Parameters<typeof invoicePdf>[0],
      { storeName: "Orchard", businessAddress: "1 Lane" },
      { market: { name: "Fieldstall", address: "2 Lane", email: "", phone: "" }, timeZone: "UTC" },
    ),
  );

test.each(["Владимир", "Łukasz", "Đà Nẵng", "Αθήνα", "İstanbul ışık"])(
  "%s is printed as it is written",
  async (name) => {
    expect([printable(name), losesLetters(name)]).toEqual([name, false]);
    for (const paper of [slips, invoice]) {
      const { raw } = await paper(orderTo(name));
      expect(raw).toMatch(/\/BaseFont \/\w+\+DejaVuSans\b/);
    }
  },
);

test("a paper of Western letters carries no font", async () => {
  for (const paper of [slips, invoice]) expect((await paper(orderTo("Åström"))).raw).not.toContain("DejaVu");
});

test("a slip says that letters are missing which no font of ours has", async () => {
  const said = "Some letters cannot be printed here: see the page.";
  expect((await slips(orderTo("李小龙"))).texts).toContain(said);
  expect((await slips(orderTo("Walker?"))).texts).not.toContain(said);
});

test("a slip has all of a long SKU, and an invoice all lines of a long address", async () => {
  const order = orderTo("Walker", { companyName: "Long ".repeat(60) + "Company", zipCode: "LASTLINE" });
  order.carts[0]!.product.sku = `${"ABCDE-".repeat(9)}END`;
  const { texts } = await slips(order);
  expect(texts.replaceAll("\n", "")).toContain(order.carts[0]!.product.sku);
  expect((await invoice(order)).texts.split("LASTLINE")).toHaveLength(3);
});
