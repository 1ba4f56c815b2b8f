import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import type { ImportRow } from "./schema";
import { aStall, PATH } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

const HEAD = ["SKU", "Title", "Description", "Price", "Quantity", "Barcode", "Product category"];
const cells = (title = "Field beans from the hill") => [
  "BEAN",
  title,
  "Picked in the morning and packed by noon.",
  "3.50",
  "12",
  "4006381333931",
  "Vegetables",
];
const csv = (rows: string[][], sign: string) => rows.map((row) => `${row.join(sign)}\r\n`).join("");

onBothDatabases("files as other programs leave them", (world) => {
  test.each([
    ["Excel's line that names the separator", `sep=;\r\n${csv([HEAD, cells()], ";")}`],
    ["a title and an empty row above the headings", csv([["Our prices"], [""], HEAD, cells()], ",")],
    ["blank rows above the headings", csv([[""], [""], [""], HEAD, cells()], ";")],
  ])("are read with %s", async (_, text) => {
    const { check } = await aStall(world);
    expect((await check(text)).body.data).toMatchObject({ created: 1, wrong: 0, unknownColumns: [] });
  });

  test("are read in Windows-1252 with its quotation marks, its dash and its œ", async () => {
    const { token, check, apply } = await aStall(world);
    const bytes = Buffer.from(
      csv([HEAD, cells("B\u009cuf \u0096 l\u0092\u00e9t\u00e9 \u0093\u00e0\u00a0la ferme\u0094")], ";"),
      "latin1",
    );
    const { body } = await check(new Uint8Array(bytes));
    expect(body.data).toMatchObject({ created: 1, encoding: "Windows-1252" });
    await apply(body.data._id);
    const { docs } = (await world.call("GET", PATH, { token })).body.data;
    expect(docs).toMatchObject([{ title: "Bœuf – l’été “à\u00a0la ferme”" }]);
  });

  test.each([
    ["a Mac's", "K\u008ase aus M\u009fllheim", "macroman", "Käse aus Müllheim"],
    ["Poland's", "Mas\u00b3o i smietana", "windows1250", "Masło i smietana"],
    ["Russia's", "\u00ec\u00ee\u00eb\u00ee\u00ea\u00ee", "windows1251", "молоко"],
    [
      "Greece's",
      "\u00c5\u00eb\u00e9\u00dc \u00ca\u00e1\u00eb\u00e1\u00ec\u00dc\u00f4\u00e1\u00f2",
      "windows1253",
      "Ελιά Καλαμάτας",
    ],
    ["Japan's", "\u0082\u00a8\u0082\u00a2\u0082\u00b5\u0082\u00a2\u0082\u00e0\u0082\u00e0", "shiftjis", "おいしいもも"],
  ])(
    "ask which letters they have where those are %s, and take the answer for all rows",
    async (_, title, page, read) => {
      const { token, check, apply } = await aStall(world);
      const second = ["BEAN-2", title, ...cells().slice(2)];
      const bytes = Buffer.from(csv([HEAD, cells(title), second], ";"), "latin1");
      const { body } = await check(new Uint8Array(bytes));
      expect(body.data).toMatchObject({ created: 2, questions: 1 });
      const [question] = body.data.docs[0].questions;
      expect(question).toMatchObject({ code: "letters_unclear", answer: null });
      const labels = question.choices.map(({ choice, label }: { choice: string; label: string }) => [choice, label]);
      expect(labels.find(([choice]: string[]) => choice === page)?.[1]).toMatch(new RegExp(`^${read} \\(`));
      expect((await apply(body.data._id)).body.error).toMatchObject([{ code: "import_has_questions" }]);
      await world.call("PUT", `${PATH}/import/${body.data._id}/answers`, {
        token,
        body: { answers: [{ question: question.question, choice: page }] },
      });
      expect((await apply(body.data._id)).body.error).toBeUndefined();
      const { docs } = (await world.call("GET", PATH, { token })).body.data;
      expect(docs.map((doc: { title: string }) => doc.title)).toEqual([read, read]);
    },
  );

  test("ask about their letters before they tell errors that come of them", async () => {
    const { check } = await aStall(world);
    const bytes = Buffer.from(
      csv([HEAD, [...cells("K\u008ase aus M\u009fllheim").slice(0, 6), "Gem\u009fse"]], ";"),
      "latin1",
    );
    const { body } = await check(new Uint8Array(bytes));
    expect(body.data).toMatchObject({ wrong: 1, docs: [{ questions: [{ code: "letters_unclear" }] }] });
  });

  const workbook = (sheets: Record<string, Uint8Array>) => zipSync({ ...sheets });
  const text = (value: string, at: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rowOf = (values: string[], number: number) =>
    `<row r="${number}">${values.map((value, at) => (value.startsWith("<") ? value : text(value, String.fromCharCode(65 + at) + number))).join("")}</row>`;
  const NS = "http://schemas.openxmlformats.org";
  const bytesOf = (...sheets: string[]) =>
    workbook(
      Object.fromEntries(
        Object.entries({
          "[Content_Types].xml": `<Types xmlns="${NS}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
          "xl/workbook.xml": `<workbook xmlns="${NS}/spreadsheetml/2006/main" xmlns:r="${NS}/officeDocument/2006/relationships"><sheets>${sheets.map((_, at) => `<sheet name="S${at + 1}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`,
          "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${NS}/package/2006/relationships">${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${NS}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join("")}</Relationships>`,
          ...Object.fromEntries(
            sheets.map((rows, at) => [
              `xl/worksheets/sheet${at + 1}.xml`,
              `<worksheet xmlns="${NS}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
            ]),
          ),
        }).map(([name, xml]) => [name, strToU8(xml)]),
      ),
    );

  test("are workbooks whose first sheet is a summary, as Numbers makes them", async () => {
    const { check } = await aStall(world);
    const summary = rowOf(["This document was exported from Numbers."], 1) + rowOf(["Sheet 1", "Table 1"], 3);
    const bytes = bytesOf(summary, rowOf(HEAD, 1) + rowOf(cells(), 2));
    expect((await check(bytes, "beans.xlsx")).body.data).toMatchObject({ created: 1, wrong: 0 });
  });

  test("are workbooks with blank rows above the headings", async () => {
    const { check } = await aStall(world);
    const bytes = bytesOf(rowOf(HEAD, 4) + rowOf(cells(), 5));
    expect((await check(bytes, "beans.xlsx")).body.data).toMatchObject({ created: 1, wrong: 0 });
  });

  test("name the cell of a formula that failed, and what to do", async () => {
    const { check } = await aStall(world);
    const failed = [...cells().slice(0, 3), '<c r="D2" t="e"><f>1/0</f><v>#DIV/0!</v></c>', ...cells().slice(4)];
    const { body } = await check(bytesOf(rowOf(HEAD, 1) + rowOf(failed, 2)), "beans.xlsx");
    expect(body.data.docs[0].errors).toEqual([
      {
        column: "Price",
        cell: "D2",
        value: "#DIV/0!",
        message: "The formula in this cell has the error #DIV/0!. Mend it, or type the value itself.",
      },
    ]);
  });

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

  test.each([
    ["German", "Artikelnummer;Bezeichnung;Beschreibung;Preis;Bestand;EAN;Produktkategorie"],
    ["French", "Référence;Nom;Description;Prix;Quantité;Code-barres;Catégorie"],
    ["Spanish", "Referencia;Título;Descripción;Precio;Existencias;Código de barras;Categoría"],
    ["Italian", "Codice articolo;Titolo;Descrizione;Prezzo;Giacenza;Codice a barre;Categoria"],
  ])("have %s headings", async (_, headings) => {
    const { check } = await aStall(world);
    const { body } = await check(`${headings}\r\n${cells().join(";")}\r\n`);
    expect(body.data).toMatchObject({ created: 1, wrong: 0 });
  });

  test("are Square's exports, whose variations are sizes", async () => {
    const { token, check, apply, products } = await aStall(world);
    const head = "Token,Item Name,Variation Name,SKU,Description,Categories,GTIN,Price,Current Quantity Green Gate";
    const line = (name: string, size: string, sku: string) =>
      `T-${sku},${name},${size},${sku},Picked in the morning and packed by noon.,Vegetables,4006381333931,3.50,12\n`;
    const file = `${head}\n${line("Field beans", "Bag", "B-1")}${line("Field beans", "Sack", "B-2")}${line("Sweet corn", "Regular", "C-1")}`;
    const { body } = await check(file);
    expect(body.data).toMatchObject({ created: 3, wrong: 0, unknownColumns: [] });
    await apply(body.data._id);
    const details = await Promise.all(
      (await products()).map(async ({ _id }) => (await world.call("GET", `${PATH}/${_id}`, { token })).body.data),
    );
    expect(details.map(({ variants }) => variants.map(({ name }: { name: string }) => name))).toEqual(
      expect.arrayContaining([["Bag", "Sack"], [""]]),
    );
  });
});
