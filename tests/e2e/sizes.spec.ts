import { expect, scriptsReady, test } from "./shop";
import { call, onSale, signInAsNewMerchant, somebodyElse } from "./stall";

/** Returns a product of the demo that is sold in several sizes, all in stock. */
async function severalSizes(request: { get: (address: string) => Promise<{ json: () => Promise<unknown> }> }) {
  const { data } = (await (await request.get("/api/v1/product/general?page=20&from=1")).json()) as {
    data: {
      docs: {
        _id: string;
        title: string;
        variants: { _id: string; name: string; amount: number; quantity: number }[];
      }[];
    };
  };
  return data.docs.find(({ variants }) => variants.length > 1 && variants.every(({ quantity }) => quantity > 2))!;
}

test("a size is chosen on the product's page, and two sizes are two lines of the cart", async ({ page, scripts }) => {
  const { _id, title, variants } = await severalSizes(page.request);
  const [first, second] = [variants[0]!, variants[1]!];
  await page.goto("/products");
  await page.goto(`/products/${_id}`);
  if (scripts) await scriptsReady(page);
  const main = page.getByRole("main");
  const price = main.locator("header + div").first();
  await expect(main.getByRole("radio", { name: first.name })).toBeChecked();
  await expect(price).toContainText(`$${first.amount.toFixed(2)}`);
  await main.getByRole("radio", { name: second.name }).check();
  // Without scripts the price changes with the next button press.
  if (!scripts) await main.getByRole("button", { name: /^One more/ }).click();
  await expect(price).toContainText(`$${second.amount.toFixed(2)}`);
  await expect(main.getByRole("radio", { name: second.name })).toBeChecked();
  await main.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Shopping Cart, 1 product" })).toBeVisible();
  await main.getByRole("radio", { name: first.name }).check();
  await main.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Shopping Cart, 2 products" })).toBeVisible();
  await page.goto("/shopping_cart");
  await expect(page.getByLabel(`Quantity of ${title}, ${second.name}`)).toHaveValue(scripts ? "1" : "2");
  await expect(page.getByLabel(`Quantity of ${title}, ${first.name}`)).toHaveValue("1");
  await page.getByRole("button", { name: `Remove ${title}, ${second.name}` }).click();
  await expect(page.getByLabel(`Quantity of ${title}, ${second.name}`)).toHaveCount(0);
  await expect(page.getByLabel(`Quantity of ${title}, ${first.name}`)).toHaveValue("1");
});

test("the card of a product with several sizes leads to them", async ({ page }) => {
  const { title } = await severalSizes(page.request);
  await page.goto(`/products?q=${encodeURIComponent(title)}`);
  await page.getByRole("link", { name: `Choose a size of ${title}` }).click();
  await expect(page.getByRole("group", { name: "Size" })).toBeVisible();
});

test("cards of a row have title, size, price and button at the same heights", async ({ page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/products");
    const cards = await page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { level: 3 }) })
      .evaluateAll((all) =>
        all.map((card) => {
          const { top, bottom } = card.getBoundingClientRect();
          const [size, price] = [...card.querySelectorAll("h3 ~ p")].map((line) => line.getBoundingClientRect().top);
          const button = [...card.querySelectorAll("button, a")].at(-1)?.getBoundingClientRect();
          // Browsers place lines on parts of a pixel.
          return { top, places: [bottom, size, price, button?.bottom].map((place) => Math.round(place ?? 0)) };
        }),
      );
    const rows = new Map(cards.map(({ top }) => [top, cards.filter((card) => card.top === top)]));
    expect(rows.size).toBeLessThan(cards.length);
    for (const row of rows.values()) for (const card of row) expect([width, card]).toEqual([width, row[0]]);
  }
});

test("the heart beside the sizes is about the product, also where all of them are sold out", async ({ page }) => {
  const { _id } = await severalSizes(page.request);
  const { data } = (await (await page.request.get("/api/v1/product/general?q=alpine+fondue+blend")).json()) as {
    data: { docs: { _id: string; quantity: number; variants: object[] }[] };
  };
  const [soldOut] = data.docs;
  expect(soldOut).toMatchObject({ quantity: 0, variants: [{}, {}] });
  for (const [product, count] of [
    [_id, "1 product"],
    [soldOut?._id, "2 products"],
  ]) {
    await page.goto(`/products/${product}`);
    const buttons = page.getByRole("main").getByRole("button");
    await buttons.and(page.getByLabel("Add to wishlist", { exact: true })).click();
    await expect(page.getByRole("banner").getByRole("link", { name: `Wishlist, ${count}` })).toBeVisible();
    await expect(buttons.and(page.getByLabel("In your wishlist"))).toBeDisabled();
  }
});

test("a size that is sold out is shown and cannot be chosen, by its address neither", async ({ page }) => {
  await page.goto("/products?q=aged+farmhouse+cheese");
  await page.getByRole("link", { name: "Choose a size of Aged Farmhouse Cheese" }).click();
  const wheel = page.getByRole("radio", { name: /^Whole wheel/ });
  await expect(wheel).toBeDisabled();
  await page.goto(`${page.url().replace(/#.*/, "")}?size=${await wheel.getAttribute("value")}`);
  await expect(page.getByRole("radio", { name: /^300\sg wedge/ })).toBeChecked();
  await page.goto(
    `${page.url().replace(/\?.*/, "")}?size=${await page.getByRole("radio", { name: /^Slab/ }).getAttribute("value")}`,
  );
  const main = page.getByRole("main");
  await expect(main.getByText(/^Slab, about 3\skg, weighed$/)).toBeVisible();
  await expect(main.getByText("You pay what it weighs.", { exact: true })).toBeVisible();
});

test("a size is added in the editor, refused with all that was typed, and sold once it is reviewed", async ({
  page,
  request,
  scripts,
}) => {
  const stall = await signInAsNewMerchant(page, request);
  const id = await onSale(request, stall, `Oats of ${stall.email.split("@")[0]}`);
  await page.goto(`/merchant/products/${id}/edit`);
  if (scripts) await scriptsReady(page);
  await page.locator("summary", { hasText: "Sold in one size" }).click();
  await page.getByRole("button", { name: "Add size" }).click();
  const size = page.getByRole("group", { name: "Size 2" });
  await size.getByLabel("Name", { exact: true }).fill("5 kg sack");
  await size.getByLabel("Price").fill("24.00");
  await size.getByLabel("Net content").fill("a handful");
  await size.getByLabel("SKU").fill("SACK-5");
  await size.getByLabel("Barcode").fill("295");
  await size.getByLabel("Quantity").fill("9");
  await page.getByRole("button", { name: "Save Product" }).click();
  await expect(page.getByRole("link", { name: /^Size 2, Net content: Write an amount and a unit/ })).toBeVisible();
  await expect(size.getByLabel("Price")).toHaveValue("24.00");
  await size.getByLabel("Net content").fill("5 kg");
  await page.getByRole("button", { name: "Save Product" }).click();
  await expect(page.getByRole("link", { name: "Name of the first size: This field is required." })).toBeVisible();
  await page.getByLabel("Name of the first size").fill("500 g bag");
  await page.getByRole("button", { name: "Save Product" }).click();
  await expect(page).toHaveURL(new RegExp(`/merchant/products/${id}$`));
  await expect(page.getByText("$24.00 · 5\u00a0kg · SACK-5 · 9 in stock")).toBeVisible();
  const { data } = await call<{ data: { variants: { name: string; isPending: boolean }[] } }>(
    request,
    stall.token,
    "GET",
    `/product/manage-product/${id}`,
  );
  expect(data.variants).toMatchObject([{ isPending: false }, { name: "5 kg sack", isPending: true }]);
});

test("a product is sold in thirty sizes and no more, and the form of all of them is saved", async ({
  page,
  request,
  scripts,
}) => {
  const stall = await signInAsNewMerchant(page, request);
  const variants = Array.from({ length: 29 }, (_, place) => ({
    name: `Bag ${String(place + 1).padStart(2, "0")}`,
    sku: `${place + 1} ${stall.email}`,
    barcode: "2900000000017",
    amount: "4.20",
    quantity: 50,
  }));
  const id = await onSale(request, stall, `Oats in bags ${stall.email.split("@")[0]}`, { variants });
  await page.goto(`/merchant/products/${id}/edit`);
  if (scripts) await scriptsReady(page);
  await page.getByRole("button", { name: "Add size" }).click();
  await expect(page.getByText("A product can have at most 30 sizes.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add size" })).toHaveCount(0);
  const last = page.getByRole("group", { name: "Size 30" });
  await last.getByLabel("Name", { exact: true }).fill("Truck");
  await last.getByLabel("Price").fill("99.00");
  await last.getByLabel("SKU").fill(`truck ${stall.email}`);
  await last.getByLabel("Barcode").fill("295");
  await last.getByLabel("Quantity").fill("1");
  await page.getByRole("button", { name: "Save Product" }).click();
  await expect(page).toHaveURL(new RegExp(`/merchant/products/${id}$`));
  await expect(page.getByText("Truck (in review)")).toBeVisible();
});

test("sizes are put in another order, the first one too, and the shop shows them so", async ({
  page,
  request,
  browser,
  scripts,
}) => {
  const stall = await signInAsNewMerchant(page, request);
  const sizeOnSale = { amount: "4.20", quantity: 50, barcode: "2900000000017" };
  const variants = ["Bag", "Sack", "Case"].map((name) => ({ ...sizeOnSale, name, sku: `${name} ${stall.email}` }));
  const id = await onSale(request, stall, `Oats in order ${stall.email.split("@")[0]}`, { variants });
  await page.goto(`/merchant/products/${id}/edit`);
  if (scripts) await scriptsReady(page);
  const [second, third] = [2, 3].map((n) => page.getByRole("group", { name: `Size ${n}` }));
  await second!.getByLabel("Price").fill("24.00");
  await page.getByRole("button", { name: "Move size 3 up" }).click();
  await expect(second!.getByLabel("Name", { exact: true })).toHaveValue("Case");
  // The typed values have moved with their size.
  await expect(third!.getByLabel("Price")).toHaveValue("24.00");
  await page.getByRole("button", { name: "Move size 2 up" }).click();
  await expect(page.getByLabel("Name of the first size")).toHaveValue("Case");
  await page.getByRole("button", { name: "Save Product" }).click();
  await expect(page).toHaveURL(new RegExp(`/merchant/products/${id}$`));
  const { data } = await call<{ data: { amount: number; variants: { name: string; amount: number }[] } }>(
    request,
    "",
    "GET",
    `/product/general/${id}`,
  );
  expect(data.variants.map(({ name, amount }) => [name, amount])).toEqual([
    ["Case", 4.2],
    ["Bag", 4.2],
    ["Sack", 24],
  ]);
  // The former first size can be chosen like any other.
  const buyer = await somebodyElse(browser, scripts);
  await buyer.goto(`/products/${id}`);
  if (scripts) await scriptsReady(buyer);
  const main = buyer.getByRole("main");
  await expect(main.getByRole("radio").first()).toBeChecked();
  await main.getByRole("radio", { name: "Bag" }).check();
  if (!scripts) await main.getByRole("button", { name: /^One more/ }).click();
  await expect(buyer).toHaveURL(/size=/);
  await expect(main.getByRole("radio", { name: "Bag" })).toBeChecked();
  await buyer.context().close();
});
