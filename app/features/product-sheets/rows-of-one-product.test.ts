import { expect, test } from "vitest";
import { aProduct } from "../../../tests/fixtures/shop";
import { aStall, HEAD, PATH, row } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

const SIZE_HEAD = `${HEAD},Size,Net content`;
const sizeRow = (sku: string, title: string, size: string, overrides: Parameters<typeof row>[1] = {}) =>
  `${row(sku, { title, ...overrides })},${size},500 g`;

onBothDatabases("rows of one product, next to each other", (world) => {
  const managed = async (token: string) => (await world.call("GET", PATH, { token })).body.data.docs as any[];

  test("make a new product in several sizes, and a new size of one that is there", async () => {
    const { token, check, apply, takeOver, exported } = await aStall(world);
    const file = [
      sizeRow("OAT-1", "Rolled oats", "500 g bag"),
      sizeRow("OAT-2", "Rolled oats", "1 kg bag", { price: "6.00" }),
      sizeRow("RYE-1", "Rye flakes", ""),
    ];
    const checked = await check([SIZE_HEAD, ...file].join("\n"));
    expect(checked.body.data).toMatchObject({ created: 3, wrong: 0 });
    await apply(checked.body.data._id);
    const oats = async () => (await managed(token)).find(({ title }) => title === "Rolled oats");
    expect((await oats()).variants).toMatchObject([
      { name: "500 g bag", sku: "OAT-1", amount: 3.5, quantity: 5 },
      { name: "1 kg bag", sku: "OAT-2", amount: 6 },
    ]);
    await takeOver(
      [SIZE_HEAD, ...file.slice(0, 2), sizeRow("OAT-3", "Rolled oats", "5 kg sack", { price: "20.00" })].join("\n"),
    );
    expect((await oats()).variants.map(({ name }: { name: string }) => name)).toEqual([
      "500 g bag",
      "1 kg bag",
      "5 kg sack",
    ]);
    expect((await managed(token)).map(({ variants }) => variants.length).toSorted()).toEqual([1, 3]);
    const { body } = await check(await exported());
    expect(body.data).toMatchObject({ unchanged: 4, changed: 0, created: 0, wrong: 0, questions: 0 });
  });

  test("leave the sizes that are not named, and take a new size back without its product", async () => {
    const { token, check, apply, takeBack, takeOver } = await aStall(world);
    await takeOver([SIZE_HEAD, sizeRow("OAT-1", "Rolled oats", "")].join("\n"));
    const more = await check(
      [SIZE_HEAD, sizeRow("OAT-1", "Rolled oats", "500 g bag"), sizeRow("OAT-2", "", "1 kg bag")].join("\n"),
    );
    expect(more.body.data).toMatchObject({ created: 1, changed: 1, wrong: 0 });
    await apply(more.body.data._id);
    expect((await managed(token))[0].variants).toMatchObject([{ name: "500 g bag" }, { name: "1 kg bag" }]);
    const back = await takeBack(more.body.data._id);
    expect(back.body.data).toMatchObject({ changed: 1, deleted: 1, wrong: 0 });
    await apply(back.body.data._id);
    expect((await managed(token)).map(({ variants }) => variants)).toMatchObject([[{ name: "", sku: "OAT-1" }]]);
    // The id of a removed size is not used again.
    await takeOver(
      [SIZE_HEAD, sizeRow("OAT-1", "Rolled oats", "500 g bag"), sizeRow("OAT-2", "", "1 kg bag")].join("\n"),
    );
    const [{ _id, variants }] = await managed(token);
    expect(variants.map((one: { _id: string }) => one._id)).toEqual([_id, `${_id}-3`]);
  });

  test("a new size of a product on sale waits for review, and is gone again when it is taken back", async () => {
    const { merchant, category, token, check, apply, takeBack } = await aStall(world);
    await aProduct(world, { merchantId: merchant._id, categoryId: category._id, sku: "OAT-1", title: "Rolled oats" });
    const { body } = await check(
      "SKU,Title,Size,Price,Quantity,Barcode\nOAT-1,Rolled oats,Bag,2.50,5,29\nOAT-2,,Sack,9.00,3,29\n",
    );
    expect(body.data).toMatchObject({ created: 1, changed: 1, wrong: 0 });
    await apply(body.data._id);
    expect(await managed(token)).toMatchObject([
      {
        availType: "published",
        variants: [{ name: "" }, { isPending: true, amount: 9 }],
        waiting: { sizes: [{ name: "Bag" }, { name: "Sack" }] },
      },
    ]);
    await apply((await takeBack(body.data._id)).body.data._id);
    const [product] = await managed(token);
    expect([product.variants.length, product.waiting]).toEqual([1, undefined]);
  });

  test("what one row changes of the product holds for all of its sizes, and rows that contradict each other are told", async () => {
    const { token, check, takeOver } = await aStall(world);
    const file = (first: string, second: string) =>
      `SKU,Title,Size,Tags\nOAT-1,Rolled oats,Bag,${first}\nOAT-2,Rolled oats,Sack,${second}\n`;
    await takeOver([SIZE_HEAD, sizeRow("OAT-1", "Rolled oats", "Bag"), sizeRow("OAT-2", "", "Sack")].join("\n"));
    await takeOver(`SKU,Title,Size,Tags,Price\nOAT-1,Rolled oats,Bag,organic,3.00\nOAT-2,Rolled oats,Sack,,7.00\n`);
    expect(await managed(token)).toMatchObject([{ tags: ["organic"], variants: [{ amount: 3 }, { amount: 7 }] }]);
    const { body } = await check(file("fresh", "dried"));
    expect(body.data.docs).toMatchObject([
      {
        row: 3,
        errors: [{ column: "Tags", message: "Row 2 says otherwise. Rows of one product say the same of it." }],
      },
    ]);
  });

  test.each([
    [
      "a name twice",
      [
        ["A", "Bag"],
        ["B", "BAG"],
      ],
      3,
      "Size",
      "Another size has this name.",
    ],
    [
      "an SKU twice",
      [
        ["A", "Bag"],
        ["B", "Sack"],
        ["A", "Jar"],
      ],
      4,
      "SKU",
      "Row 2 has this SKU as well.",
    ],
    [
      "31 sizes",
      Array.from({ length: 31 }, (_, n) => [`S${n}`, `Size ${n}`]),
      32,
      "Size",
      "A product can have at most 30 sizes.",
    ],
  ] as [string, [string, string][], number, string, string][])(
    "%s is told at its row and column",
    async (_, sizes, at, column, message) => {
      const { check } = await aStall(world);
      const { body } = await check(
        [SIZE_HEAD, ...sizes.map(([sku, size]) => sizeRow(sku, "Rolled oats", size))].join("\n"),
      );
      expect(body.data.docs).toMatchObject([{ row: at, errors: [{ column, message }] }]);
    },
  );

  test("a unit that the marketplace does not use is told at its column", async () => {
    const { check } = await aStall(world);
    const { body } = await check(`${SIZE_HEAD}\n${row("A")},,8 oz\n`);
    expect(body.data.docs).toMatchObject([
      {
        errors: [{ column: "Net content", message: "This marketplace uses metric units: g, kg, ml, cl, l or pieces." }],
      },
    ]);
  });
});
