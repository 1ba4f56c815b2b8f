import { expect, test } from "vitest";
import { aProduct } from "../../../tests/fixtures/shop";
import { aStall, HEAD, PATH, row } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/** A stall with two drafts: one in two sizes and one in one size. */
async function oatsAndRye(world: World) {
  const stall = await aStall(world);
  await stall.takeOver(`${HEAD},Net content\n${row("OAT-1")},500 g\n${row("RYE-1")},1 kg`);
  const products = async () => (await world.call("GET", PATH, { token: stall.token })).body.data.docs as any[];
  const oats = (await products()).find(({ sku }) => sku === "OAT-1");
  const { category, ...rest } = oats;
  const sack = {
    name: "5 kg sack",
    sku: "OAT-5",
    barcode: "295",
    amount: "24.00",
    quantity: 2,
    content: { amount: 5, unit: "kg" },
  };
  const body = {
    ...rest,
    category: category._id,
    image: [],
    variants: [{ ...oats.variants[0], name: "500 g bag" }, sack],
  };
  expect((await world.call("PUT", `${PATH}?product=${oats._id}`, { token: stall.token, body })).status).toBe(200);
  const sizes = async () => (await products()).find(({ _id }) => _id === oats._id).variants;
  return { stall, sizes };
}

onBothDatabases("sizes in spreadsheets", (world) => {
  test("a size is a row, beside the others of its product, and comes back as no change", async () => {
    const { stall, sizes } = await oatsAndRye(world);
    const csv = await stall.exported();
    const rows = csv
      .split("\r\n")
      .map((line) => /^"?([A-Z]{3}-\d)/.exec(line)?.[1])
      .filter(Boolean);
    expect(rows.toSorted()).toEqual(["OAT-1", "OAT-5", "RYE-1"]);
    expect(Math.abs(rows.indexOf("OAT-1") - rows.indexOf("OAT-5"))).toBe(1);
    const before = await sizes();
    const { body } = await stall.check(csv);
    expect(body.data).toMatchObject({ unchanged: 3, changed: 0, created: 0, wrong: 0, questions: 0 });
    expect(await sizes()).toEqual(before);
  });

  test("a changed row changes its size alone; a file from before, without sizes, is read as it was", async () => {
    const { stall, sizes } = await oatsAndRye(world);
    await stall.takeOver(`SKU,Price,Net content,Size\nOAT-5,22.00,"4,5 kg",Small sack`);
    expect(await sizes()).toMatchObject([
      { name: "500 g bag", content: { amount: 500, unit: "g" } },
      { name: "Small sack", amount: 22, quantity: 2, content: { amount: 4.5, unit: "kg" } },
    ]);
    await stall.takeOver("SKU,Quantity\nOAT-1,7\nOAT-5,1");
    expect((await sizes()).map(({ quantity }: { quantity: number }) => quantity)).toEqual([7, 1]);
  });

  test.each([
    ["OAT-5,500 G BAG,5 kg", "Size", "Another size has this name."],
    ["OAT-5,,5 kg", "Size", "This cell is empty. Write what the size is called, such as 5 kg."],
    [
      "RYE-1,Loaf,1 kg",
      "Size",
      "A product with one size has no name for it. Rows of its other sizes stand right below each other, under the same title.",
    ],
    ["RYE-1,,a handful", "Net content", "Write an amount and a unit, such as 500 g, 1.5 kg, 75 cl or 12 pieces."],
  ])("%s is told at its column", async (cells, column, message) => {
    const { stall } = await oatsAndRye(world);
    const { body } = await stall.check(`SKU,Size,Net content\n${cells}`);
    expect((await stall.report(body.data._id)).docs[0]).toMatchObject({
      outcome: "wrong",
      errors: [{ column, message }],
    });
  });
});

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

/** Shopify's export: a product in two variants, its picture, and one in one variant. The stall has the category. */
const SHOPIFY = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Requires Shipping,Variant Barcode,Image Src,Status
rolled-oats,Rolled oats,"<p>Milled on the farm &amp; packed<br>the same day.</p>",Mill,Vegetables,"oats, organic",true,Weight,500 g bag,OAT-1,500,12,3.50,true,'0400638133393,https://example.com/1.jpg,active
rolled-oats,,,,,,,,1 kg bag,OAT-2,1000,4,6.00,true,4006381333931,https://example.com/2.jpg,
rolled-oats,,,,,,,,,,,,,,,https://example.com/3.jpg,
rye-flakes,Rye flakes,<p>Milled on the farm and packed the same day.</p>,Mill,Vegetables,,true,Title,Default Title,RYE-1,500,7,4.00,true,4006381333931,,draft
`;
/** WooCommerce's export of a variable product with its variations, and of a simple product. */
const WOOCOMMERCE = `ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Short description,Description,Stock,Regular price,Categories,Tags,Parent,Attribute 1 name,Attribute 1 value(s)
10,variable,OATS,,Rolled oats,1,,"<p>Milled on the farm &amp; packed<br>the same day.</p>",,,"Pantry > Vegetables",oats,,Weight,"500 g bag, 1 kg bag"
11,variation,OAT-1,0400638133393,Rolled oats - 500 g bag,1,,,12,3.50,,,OATS,Weight,500 g bag
12,variation,OAT-2,4006381333931,Rolled oats - 1 kg bag,1,,,4,6.00,,,id:10,Weight,1 kg bag
13,simple,RYE-1,4006381333931,Rye flakes,0,,Milled on the farm and packed the same day.,7,4.00,Vegetables,,,,
`;

onBothDatabases("the export of another shop system", (world) => {
  test.each([
    ["Shopify", SHOPIFY],
    ["WooCommerce", WOOCOMMERCE],
  ])("%s is taken with its variants as sizes", async (_, csv) => {
    const { token, check, apply } = await aStall(world);
    const { body } = await check(csv);
    expect(body.data).toMatchObject({ created: 3, wrong: 0 });
    await apply(body.data._id);
    const { docs } = (await world.call("GET", PATH, { token })).body.data;
    expect(docs.toSorted((a: any, b: any) => a.title.localeCompare(b.title))).toMatchObject([
      {
        title: "Rolled oats",
        category: { title: "Vegetables" },
        availType: "in-review",
        variants: [
          { name: "500 g bag", sku: "OAT-1", barcode: "0400638133393", amount: 3.5, quantity: 12 },
          { name: "1 kg bag", sku: "OAT-2", amount: 6, quantity: 4 },
        ],
      },
      { title: "Rye flakes", availType: "draft", variants: [{ name: "", sku: "RYE-1", amount: 4, quantity: 7 }] },
    ]);
    const oats = docs.find(({ title }: { title: string }) => title === "Rolled oats");
    const one = (await world.call("GET", `${PATH}/${oats._id}`, { token })).body.data;
    expect(one.description).toBe("Milled on the farm & packed\nthe same day.");
    expect((await check(csv)).body.data).toMatchObject({ unchanged: 3, changed: 0, created: 0, wrong: 0 });
  });

  test("Shopify's headings alone are understood; a file of new products without a type is told which column it lacks", async () => {
    const { check } = await aStall(world);
    const head = "Handle,Title,Body (HTML),Vendor,Variant SKU,Variant Price,Variant Inventory Qty,Variant Barcode";
    const beans =
      "beans,Field beans from the hill,<p>Picked in the morning and packed by noon.</p>,x,S-SHOP,3.50,12,4006381333931";
    const refused = await check(`${head}\n${beans}\n`);
    expect([refused.status, refused.body.error]).toEqual([
      422,
      [
        {
          code: "missing_column",
          field: "file",
          message: `All products of the file are new, and it lacks the column “Product category”, which new products need. It has these headings: ${head.replaceAll(",", ", ")}. Add what is missing under exactly this name, fill it in for each row and choose the file again. One category can be chosen for all rows instead.`,
        },
      ],
    ]);
    const { body } = await check(`${head},Type\n${beans},Vegetables\n`);
    const values = body.data.docs[0].changes.map(({ column, to }: { column: string; to: string }) => [column, to]);
    expect(body.data).toMatchObject({ created: 1, wrong: 0 });
    expect(Object.fromEntries(values)).toMatchObject({
      SKU: "S-SHOP",
      Title: "Field beans from the hill",
      Description: "Picked in the morning and packed by noon.",
      Price: "3.50",
      Quantity: "12",
      Barcode: "4006381333931",
    });
  });

  test("a variation without its product above it is told which row to move", async () => {
    const { check } = await aStall(world);
    const [head, , , variation] = WOOCOMMERCE.split("\n");
    const { body } = await check(`${head}\n${variation}\n`);
    expect(body.data.docs).toMatchObject([
      {
        row: 2,
        errors: [
          { column: "Parent", message: "The product id:10 does not stand above. Move this row below that product's." },
        ],
      },
    ]);
  });
});
