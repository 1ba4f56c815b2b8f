import { expect, test } from "vitest";
import { aStall, PATH } from "../../../tests/fixtures/spreadsheets";
import { cells, csv, HEAD } from "../../../tests/fixtures/typed-sheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

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
