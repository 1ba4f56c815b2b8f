import { expect, test } from "vitest";
import { aStall, PATH } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

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
    const docs: { _id: string; title: string }[] = (await world.call("GET", PATH, { token })).body.data.docs;
    expect(docs.toSorted((a, b) => a.title.localeCompare(b.title))).toMatchObject([
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
    const oats = docs.find(({ title }) => title === "Rolled oats");
    const one = (await world.call("GET", `${PATH}/${oats?._id}`, { token })).body.data;
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
