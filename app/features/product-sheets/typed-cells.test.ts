import { expect, test } from "vitest";
import type { ImportRow } from "./schema";
import { aStall, PATH } from "../../../tests/fixtures/spreadsheets";
import { cells, csv, HEAD } from "../../../tests/fixtures/typed-sheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("files as people type them", (world) => {
  const withCell = (heading: string, value: string) => {
    const at = HEAD.indexOf(heading);
    return at < 0
      ? csv(
          [
            [...HEAD, heading],
            [...cells(), value],
          ],
          ";",
        )
      : csv([HEAD, cells().with(at, value)], ";");
  };

  test.each([
    ["Quantity", "12.0", "quantity", 12],
    ["Quantity", "1,000", "quantity", 1000],
    ["Quantity", "1\u00a0000", "quantity", 1000],
    ["Discount", "15%", "discountPercentage", 15],
    ["Discount", "15 %", "discountPercentage", 15],
    ["Discount", "15,0\u00a0%", "discountPercentage", 15],
    ["Price", "$3.50", "amount", 3.5],
    ["Price", "3,50 $", "amount", 3.5],
    ["Price", "US$ 3.50", "amount", 3.5],
    ["Price", "3.50 USD", "amount", 3.5],
  ])("are read where %s is %s", async (heading, value, field, figure) => {
    const { token, check, apply, products } = await aStall(world);
    const { body } = await check(withCell(heading, value));
    await answerAll(token, body.data);
    expect((await apply(body.data._id)).body.error).toBeUndefined();
    const [product] = await products();
    expect((await world.call("GET", `${PATH}/${product?._id}`, { token })).body.data).toMatchObject({
      [field]: figure,
    });
  });

  /** Takes the first choice of every question. */
  async function answerAll(token: string, { _id, docs }: { _id: string; docs: ImportRow[] }) {
    const answers = docs.flatMap(({ questions }) =>
      questions.map(({ question, choices }) => ({ question, choice: choices[0]?.choice ?? "" })),
    );
    if (answers.length > 0) await world.call("PUT", `${PATH}/import/${_id}/answers`, { token, body: { answers } });
  }

  test.each([
    ["Price", "3,50 \u20ac", "D2", "Prices here are in US dollars. Take out \u20ac, and write the price in dollars."],
    ["Price", "about 3", "D2", "Write an amount with a point or a comma before the cents, such as 3.50."],
    ["Quantity", "a dozen", "E2", "Write a whole number, such as 12."],
    ["Barcode", "4.00638E+12", "F2", expect.stringMatching(/has shortened this number/)],
    ["Discount", "a third", "H2", "Write a percentage, such as 15."],
    ["Product category", "Meat", "G2", expect.stringMatching(/categor/i)],
  ])("name the cell where %s is %s, its value and what to do", async (heading, value, cell, message) => {
    const { check } = await aStall(world);
    const { body } = await check(withCell(heading, value));
    expect(body.data.docs[0].errors).toMatchObject([{ cell, value, message }]);
  });

  test.each([
    ["SKU", "A2", /^This cell is empty\. Write a code of yours/],
    ["Title", "B2", /^This cell is empty\. Write what the product is called\./],
    ["Description", "C2", /^This cell is empty\. Write a sentence/],
    ["Price", "D2", /^This cell is empty\. Write an amount/],
    ["Quantity", "E2", /^This cell is empty\. Write a whole number/],
    ["Barcode", "F2", /^This cell is empty\. Write its digits/],
    ["Product category", "G2", /^This cell is empty\. Write one of your store's categories\./],
  ])("name the cell where %s is empty, and what to write there", async (heading, cell, message) => {
    const { check } = await aStall(world);
    const { body } = await check(withCell(heading, ""));
    expect(body.data.docs[0].errors).toEqual([
      { column: heading, cell, value: "", message: expect.stringMatching(message) },
    ]);
  });

  test("say once of a row that has an unknown SKU which columns a new product would need", async () => {
    const { check, takeOver } = await aStall(world);
    await takeOver(csv([HEAD, cells()], ","));
    const { body } = await check(
      csv(
        [
          ["SKU", "Quantity"],
          [cells()[0] ?? "", "9"],
          ["NOBODY", "9"],
        ],
        ",",
      ),
    );
    expect(body.data).toMatchObject({
      changed: 1,
      wrong: 1,
      docs: [
        {
          sku: "NOBODY",
          errors: [
            {
              column: "SKU",
              cell: "A3",
              value: "NOBODY",
              message:
                "You have no product with this SKU, and for a new one the file lacks the columns “Title”, “Description”, “Price”, “Barcode” and “Product category”. Correct the SKU, or add what is missing.",
            },
          ],
        },
      ],
    });
  });

  test("ask whether 123 is the product 00123, and whether its barcode has lost a zero", async () => {
    const { check, takeOver } = await aStall(world);
    const file = (sku: string, barcode: string) => csv([HEAD, cells().with(0, sku).with(5, barcode)], ",");
    await takeOver(file("00123", "012345678905"));
    const { body } = await check(file("123", "12345678905"));
    expect(body.data.docs[0].questions.map((question: { code: string }) => question.code)).toContain("zeros_lost");
  });
});
