import { expect, test } from "vitest";
import { bought } from "../../../tests/fixtures/books";
import { aProduct, aUser, stockOf } from "../../../tests/fixtures/shop";
import { aStall, HEAD, PATH, row } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { variationsIn } from "./sheet.server";

onBothDatabases("products as a spreadsheet", (world) => {
  test("a file is checked first and changes nothing, and taken over whole afterwards, once", async () => {
    const { check, apply, products, token } = await aStall(world);
    const checked = await check(`${HEAD}\r\n${row("A")}\r\n${row("B", { status: "In review", price: "4" })}\r\n`);
    expect([checked.status, checked.body.data]).toMatchObject([
      201,
      {
        fileName: "products.csv",
        appliedAt: null,
        created: 2,
        changed: 0,
        unchanged: 0,
        wrong: 0,
        docs: [{ row: 2, sku: "A", outcome: "created" }, { row: 3 }],
        total: 2,
      },
    ]);
    expect(await products()).toEqual([]);
    const { _id } = checked.body.data;
    expect([(await apply(_id)).body.data, (await apply(_id)).body.data]).toMatchObject([
      { created: 2, appliedAt: expect.any(String) },
      { created: 2 },
    ]);
    expect((await world.call("GET", `${PATH}/import/${_id}`, { token })).body.data).toMatchObject({
      created: 2,
      wrong: 0,
    });
    const both = await products();
    expect(both.map(({ sku }) => sku).toSorted()).toEqual(["A", "B"]);
    expect(both.find(({ sku }) => sku === "B")).toMatchObject({
      title: "Product B here",
      amount: 4,
      quantity: 5,
      availType: "in-review",
      isPhysical: true,
      category: { title: "Vegetables" },
    });
    expect((await world.call("GET", "/product/general")).body.data.total).toBe(0);
  });

  test("what was handed out and comes back the same changes nothing, whatever signs are in it", async () => {
    const { merchant, category, exported, check, takeOver, db } = await aStall(world);
    const odd = { merchantId: merchant._id, categoryId: category._id };
    await aProduct(world, {
      ...odd,
      sku: "=1+1",
      title: '=HYPERLINK("x")',
      description: '-5 degrees; "quoted", with\ntwo lines and ünïcode',
      tags: JSON.stringify(["one", "two words"]),
    });
    await aProduct(world, {
      ...odd,
      sku: "@B",
      title: "'=already quoted",
      barcode: "+49",
      variations: JSON.stringify([
        { variation: "Size: in cm", value: "a|b\\c" },
        { variation: "Bundle", value: "4" },
      ]),
    });
    await aProduct(world, {
      ...odd,
      sku: "C",
      discountType: "percentage",
      discountPercent: 20,
      priceCents: 200,
      vatCents: 60,
      taxClass: "food",
      isPhysical: 0,
      measurement: JSON.stringify({ height: 1.5, width: null, length: 20, weight: 0.25 }),
    });
    await aProduct(world, {
      ...odd,
      sku: "D",
      title: "Old",
      description: "too short today",
      availType: "draft",
      sentBackReason: "Blurred",
    });
    await aProduct(world, {
      ...odd,
      sku: "E\u00a0F",
      title: "Melon, 2\u00a0kg",
      description: "Ripe  and sweet,\u00a0as it should be.",
    });
    const csv = await exported();
    expect(csv.startsWith("SKU,Title,")).toBe(true);
    expect([csv.includes("'=HYPERLINK"), csv.includes("''=already"), csv.includes("\n=")]).toEqual([true, true, false]);
    const before = JSON.stringify(await db.selectFrom("products").selectAll().orderBy("_id").execute());
    for (const again of [csv, csv.replaceAll("\r\n", "\n"), `\ufeff${csv}`])
      expect((await check(again)).body.data).toMatchObject({
        created: 0,
        changed: 0,
        unchanged: 5,
        wrong: 0,
        docs: [],
      });
    expect((await takeOver(csv)).body.data).toMatchObject({ unchanged: 5 });
    expect(JSON.stringify(await db.selectFrom("products").selectAll().orderBy("_id").execute())).toBe(before);
    expect((await check(csv.replace(/(?<=should be\.",)2\.50/, "9.99"))).body.data).toMatchObject({
      changed: 1,
      docs: [{ changes: [{ column: "Price", from: "2.50", to: "9.99" }] }],
    });
  });

  test("a VAT amount above the price is refused in its cell, in the same words as in the editor", async () => {
    const { check, apply, exported, products } = await aStall(world);
    const rows = (vat: string) => `${HEAD},VAT amount\n${row("A")},${vat}\n${row("B")},3.50\n`;
    const { data } = (await check(rows("3.51"))).body;
    expect(data).toMatchObject({ created: 1, wrong: 1 });
    expect(data.docs[0]).toMatchObject({
      row: 2,
      errors: [
        { column: "VAT amount", message: "The VAT amount is part of the price, so it can be at most the price." },
      ],
    });
    expect([(await apply(data._id)).status, await products()]).toEqual([422, []]);
    await apply((await check(rows("0.49"))).body.data._id);
    // A lower price alone may leave the VAT above the price.
    const csv = await exported();
    const lower = (await check(csv.replace(/3\.50(?=.*0\.49)/, "0.48"))).body.data;
    expect(lower.docs).toMatchObject([{ errors: [{ column: "VAT amount" }] }]);
  });

  test("every row's errors are told with the editor's words, and one wrong row keeps the whole file out", async () => {
    const { check, apply, products } = await aStall(world);
    const bad = `${HEAD}\n${row("A", { title: "Tiny", price: "1.234", quantity: "-1" })}\n\n${row("B", { description: "short", category: "Bakery", status: "Published" })}\n${row("C")}\n${row("C")}\n${row("")}\n${row("D")},more\n`;
    const {
      body: { data },
    } = await check(bad);
    expect(data).toMatchObject({ created: 1, wrong: 5, total: 5 });
    expect(
      data.docs.map((doc: { row: number; errors: { column: string; message: string }[] }) => [
        doc.row,
        ...doc.errors.map(({ column, message }) => `${column}: ${message}`),
      ]),
    ).toEqual([
      [
        2,
        "Title: Minimum length is 5 characters.",
        "Price: Write an amount with a point or a comma before the cents, such as 3.50.",
        "Quantity: Write a whole number, such as 12.",
      ],
      [
        4,
        "Description: Minimum length is 20 characters.",
        "Product category: Choose one of your store's categories.",
        "Status: A product is published once it has been looked over: hand it in for review.",
      ],
      [6, "SKU: Row 5 has this SKU as well."],
      [7, "SKU: This cell is empty. Write a code of yours that no other product has, such as BEAN-1."],
      [8, ": This row has more cells than there are headings."],
    ]);
    const refusal = await apply(data._id);
    expect([refusal.status, refusal.body.error[0].code, (await products()).length]).toEqual([
      422,
      "import_not_valid",
      0,
    ]);
  });

  test("columns may be few, in any order and any case, with semicolons or tabs and a decimal comma; what is not there stays", async () => {
    const { merchant, category, check, takeOver } = await aStall(world);
    const product = await aProduct(world, {
      merchantId: merchant._id,
      categoryId: category._id,
      sku: "A",
      title: "Sweet corn",
      quantity: 7,
    });
    const {
      body: { data },
    } = await check(` price ;Colour;sku\n4,5;red;A\n`);
    expect(data).toMatchObject({
      changed: 1,
      unknownColumns: ["Colour"],
      docs: [{ changes: [{ column: "Price", from: "2.50", to: "4.50" }] }],
    });
    await takeOver("STOCK\tSKU\n9\tA\n");
    expect((await world.call("GET", `/product/general/${product._id}`)).body.data).toMatchObject({
      title: "Sweet corn",
      amount: 2.5,
      quantity: 9,
    });
  });

  test("of what is on sale stock and price change at once, and the rest waits for review as after the editor", async () => {
    const { merchant, category, token, takeOver, exported, check } = await aStall(world);
    const product = await aProduct(world, {
      merchantId: merchant._id,
      categoryId: category._id,
      sku: "A",
      title: "Sweet corn",
      description: "Picked at dawn and sold today.",
    });
    const mine = async () => (await world.call("GET", `${PATH}/${product._id}`, { token })).body.data;
    const change = () => world.services.dialect.changes().moment();
    const before = change();
    await takeOver("SKU,Price,Title,Status\nA,3.00,Sweeter corn,In review\n");
    expect(await mine()).toMatchObject({
      title: "Sweet corn",
      amount: 3,
      availType: "published",
      waiting: { title: "Sweeter corn" },
    });
    expect([(await world.call("GET", "/product/general?q=sweet")).body.data.docs[0].amount, change() > before]).toEqual(
      [3, true],
    );
    expect((await check(await exported())).body.data).toMatchObject({ unchanged: 1, changed: 0 });
    await takeOver("SKU,Title\nA,Sweet corn\n");
    expect((await mine()).waiting).toBeUndefined();
    await takeOver("SKU,Title,Status\nA,Sweetest corn,Draft\n");
    expect(await mine()).toMatchObject({ title: "Sweetest corn", availType: "draft" });
    expect((await world.call("GET", `/product/general/${product._id}`)).status).toBe(404);
  });

  test("a change that waited becomes the draft with its pictures, and those that nothing shows are let go of", async () => {
    const { merchant, category, takeOver, db } = await aStall(world);
    const product = await aProduct(world, {
      merchantId: merchant._id,
      categoryId: category._id,
      sku: "A",
      description: "Picked at dawn and sold today.",
    });
    const file = (_id: string) => ({
      _id,
      ownerId: merchant._id,
      kind: "image" as const,
      mime: "image/webp",
      bytes: 1,
      width: 1,
      height: 1,
      widths: "[160]",
      attached: 1 as const,
      createdAt: product.createdAt,
    });
    const [sold, old, fresh] = ["a".repeat(24), "b".repeat(24), "c".repeat(24)] as const;
    await db
      .insertInto("files")
      .values([file(sold), file(old), file(fresh)])
      .execute();
    await db
      .insertInto("productImages")
      .values([
        { productId: product._id, fileId: sold, position: 0 },
        { productId: product._id, fileId: old, position: 1 },
      ])
      .execute();
    await bought(world, (await aUser(world)).token, [[product._id, 1]]);
    await db
      .insertInto("productRevisions")
      .values({
        productId: product._id,
        submittedAt: product.createdAt,
        payload: JSON.stringify({
          title: "New title",
          description: "Picked at dawn and sold today.",
          categoryId: category._id,
          tags: [],
          imageIds: [fresh],
          videoId: null,
        }),
      })
      .execute();
    await takeOver("SKU,Status\nA,Draft\n");
    expect(await db.selectFrom("productImages").select("fileId").execute()).toEqual([{ fileId: fresh }]);
    expect(await db.selectFrom("files").select(["_id", "attached"]).orderBy("_id").execute()).toEqual([
      { _id: sold, attached: 1 },
      { _id: old, attached: 0 },
      { _id: fresh, attached: 1 },
    ]);
  });

  test("what was sold between the check and the taking over is seen, and another merchant's file is unknown", async () => {
    const { merchant, category, check, apply } = await aStall(world);
    const product = await aProduct(world, {
      merchantId: merchant._id,
      categoryId: category._id,
      sku: "A",
      quantity: 5,
    });
    const { _id } = (await check("SKU,Quantity\nA,5\n")).body.data;
    await bought(world, (await aUser(world)).token, [[product._id, 2]]);
    const stranger = await aUser(world, { privilege: "merchant" });
    for (const [method, path] of [
      ["GET", `${PATH}/import/${_id}`],
      ["POST", `${PATH}/import/${_id}/apply`],
    ] as const)
      expect((await world.call(method, path, { token: stranger.token })).status).toBe(404);
    expect((await apply(_id)).body.error).toMatchObject([{ code: "import_outdated" }]);
    expect(await stockOf(world, product._id)).toBe(3);
    world.clock.forward(25 * 3600);
    expect((await world.call("GET", `${PATH}/import/${_id}`, { token: merchant.token })).status).toBe(404);
  });

  test("the template is taken as it is, and a row without a word is no row", async () => {
    const { token, check } = await aStall(world);
    const template = (await world.call("GET", `${PATH}/template`, { token })).body as string;
    expect((await check(`${template}\r\n,,,\r\n`)).body.data).toMatchObject({ created: 3, wrong: 0 });
  });
});

test.each([
  [
    "Size: Large | Bundle: 4 cobs",
    [
      ["Size", "Large"],
      ["Bundle", "4 cobs"],
    ],
  ],
  ["", []],
  [" | ", []],
  ["Size", [["Size", ""]]],
  ["a\\:b: c\\|d", [["a:b", "c|d"]]],
  ["time: 10:30", [["time", "10:30"]]],
])("the variations %j are read", (cell, pairs) => {
  expect(variationsIn(cell).map(({ variation, value }) => [variation, value])).toEqual(pairs);
});
