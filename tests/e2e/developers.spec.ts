import { expect, test } from "./shop";

test("from the page for developers one gets to a call, with what it takes, answers and refuses", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Developers" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "For developers" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What stable means" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Changes" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Merchant's products" }).click();
  await page.getByRole("link", { name: "Save a product", exact: true }).click();
  const call = page.getByRole("region", { name: "Save a product" });
  await expect(call).toContainText("PUT /api/v1/product/manage-product");
  await expect(call).toContainText("For merchants.");
  await expect(call.getByRole("group", { name: "An example for saveProduct" })).toContainText('"amount": "2.50"');
  await expect(call.getByRole("group", { name: "What saveProduct takes" })).toContainText("amount?: string | number");
  await expect(call.getByRole("group", { name: "What saveProduct answers" })).toContainText("discountedPrice?: number");
  await expect(call).toContainText("404 unknown_product");
});

test("every group that the page names has its calls, and every code its cause", async ({ request }) => {
  const front = await (await request.get("/developers")).text();
  const groups = [...front.matchAll(/href="(\/developers\/[a-z-]+)"/g)].map((match) => match[1] ?? "");
  expect(groups.length).toBeGreaterThan(12);
  for (const group of groups) {
    const answer = await request.get(group);
    const bytes = (await answer.body()).length;
    expect([group, answer.status(), bytes < 400_000]).toEqual([group, 200, true]);
  }
  const { paths } = await (await request.get("/api/v1/openapi.json")).json();
  const pages = (await Promise.all(groups.map(async (group) => (await request.get(group)).text()))).join("");
  for (const [path, methods] of Object.entries(paths))
    for (const { operationId } of Object.values(methods as Record<string, { operationId: string }>))
      expect([path, pages.includes(`id="${operationId}"`)]).toEqual([path, true]);
});
