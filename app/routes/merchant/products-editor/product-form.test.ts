import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { productPayload } from "~/features/products/schema";
import { productForm } from "./product-form";
import { payloadOf } from "./save.server";

const CATEGORY = "0123456789abcdef01234567";
const CORN = {
  title: "Sweet corn",
  description: "Picked at dawn and sold the same day.",
  amount: "12.00",
  quantity: "40",
  category: CATEGORY,
  sku: "VEG-1",
  barcode: "290",
  discountType: "none",
  taxClass: "standard",
  availType: "draft",
  "variations[0].variation": "",
  "variations[0].value": "",
};

function check(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return parseWithZod(form, { schema: productForm });
}

test("what must be given is asked for, and nothing else", () => {
  const submission = check({
    ...Object.fromEntries(Object.keys(CORN).map((name) => [name, ""])),
    tags: "",
    vatAmount: "",
    weight: "",
    discountPercentage: "",
    video: "",
  }).reply();
  expect(Object.keys(submission.error ?? {}).sort()).toEqual([
    "amount",
    "barcode",
    "category",
    "description",
    "quantity",
    "sku",
    "title",
  ]);
  expect(new Set(Object.values(submission.error ?? {}).flat())).toEqual(new Set(["This field is required."]));
});

test("a form that passes is one that the service takes", () => {
  const submission = check({
    ...CORN,
    tags: "sweet, , Sweet ,picked today",
    isPhysical: "on",
    weight: "1.25",
    vatAmount: "0.60",
    discountType: "percentage",
    discountPercentage: "20",
    "image[0]": CATEGORY,
    "variations[1].variation": "Bundle",
    "variations[1].value": "4 cobs",
  });
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.reply().error));
  expect(productPayload.parse(payloadOf(submission.value))).toMatchObject({
    amount: 1200,
    quantity: 40,
    vatAmount: 60,
    discountPercentage: 20,
    tags: ["Sweet", "picked today"],
    isPhysical: true,
    image: [CATEGORY],
    video: null,
    variations: [{ variation: "Bundle", value: "4 cobs" }],
    measurement: { weight: 1.25, height: null },
  });
});

test.each([
  ["title", "Corn", "Minimum length is 5 characters."],
  ["description", "Too short", "Minimum length is 20 characters."],
  ["amount", "12.345", "Invalid format."],
  ["amount", "1,234", "Invalid format."],
  ["amount", "0", "This must be at least 0.01."],
  ["quantity", "4.5", "Invalid format."],
  ["weight", "heavy", "Invalid format."],
  ["vatAmount", "1.005", "Invalid format."],
  ["vatAmount", "9999.00", "The VAT amount is part of the price, so it can be at most the price."],
  ["discountPercentage", "100", "This can be at most 99."],
  ["title", "x".repeat(101), "Maximum length is 100 characters."],
])("%s %j says %j at its field", (name, value, message) => {
  expect(check({ ...CORN, [name]: value }).reply().error).toEqual({ [name]: [message] });
});

test("half a variation and a discount without its percentage are asked for the rest", () => {
  expect(check({ ...CORN, "variations[0].variation": "Size" }).reply().error).toEqual({
    "variations[0].value": ["This field is required."],
  });
  expect(check({ ...CORN, discountType: "percentage" }).reply().error).toEqual({
    discountPercentage: ["This field is required."],
  });
});

test.each([
  ["as it was", { lowStockAt: "4", lowStockBefore: "4" }, undefined],
  ["another", { lowStockAt: "6", lowStockBefore: "4" }, 6],
  ["none any more", { lowStockAt: "", lowStockBefore: "4" }, null],
  ["one for a new product", { lowStockAt: "6" }, 6],
  ["of a page that had no field for it", {}, undefined],
])("a mark of low stock, %s, is saved only where it was changed", (_which, fields, lowStockAt) => {
  const submission = check({ ...CORN, ...fields });
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.reply().error));
  expect(productPayload.parse(payloadOf(submission.value)).lowStockAt).toBe(lowStockAt);
});

test.each([
  ["4", 400],
  ["4.5", 450],
  ["4,50", 450],
  [" 12. ", 1200],
])("an amount typed as %j without scripts is taken as the script would have completed it", (text, cents) => {
  const submission = check({ ...CORN, amount: text, vatAmount: text });
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.reply().error));
  expect(productPayload.parse(payloadOf(submission.value))).toMatchObject({ amount: cents, vatAmount: cents });
});

test("food information is taken as it is typed, a comma as well as a point, and of kJ and kcal one is enough", () => {
  const figures = { fat: "33", saturates: "21,5", carbohydrate: "0.5", sugars: "0.1", protein: "26", salt: "1,7" };
  const submission = check({
    ...CORN,
    "food.ingredients": "Whole *milk*, salt",
    "food.allergens.milk": "contains",
    "food.allergens.nuts": "",
    "food.nutrition.per": "100g",
    "food.nutrition.energyKcal": "405",
    "food.nutrition.energyKj": "",
    ...Object.fromEntries(Object.entries(figures).map(([name, figure]) => [`food.nutrition.${name}`, figure])),
    "food.keepsDays": "21",
    "food.harvestCountries": "mexico, US",
    "food.labels": "raw-milk",
  });
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.reply().error));
  expect(productPayload.parse(payloadOf(submission.value)).food).toMatchObject({
    ingredients: "Whole *milk*, salt",
    allergens: { milk: "contains" },
    nutrition: { energyKcal: 405, energyKj: 1695, saturates: 21.5, salt: 1.7, fibre: null },
    keepsDays: 21,
    harvestCountries: ["MX", "US"],
    labels: ["raw-milk"],
  });
});

test("food fields that were all emptied say nothing; a form without them says nothing about it", () => {
  const emptied = check({ ...CORN, "food.nutrition.per": "100g", "food.ingredients": "" });
  const without = check(CORN);
  if (emptied.status !== "success" || without.status !== "success") throw new Error("refused");
  expect(productPayload.parse(payloadOf(emptied.value)).food).toMatchObject({ ingredients: "", nutrition: null });
  expect(productPayload.parse(payloadOf(without.value)).food).toBeUndefined();
});

test.each([
  [{ "food.nutrition.fat": "3" }, "food.nutrition.salt", "This must be a number of grams."],
  [{ "food.nutrition.fat": "much" }, "food.nutrition.fat", "This must be a number of grams."],
  [{ "food.labels": "organic" }, "food.organicCode", "Organic goods need their certifier's code."],
  [{ "food.harvestCountries": "Narnia" }, "food.harvestCountries", "“Narnia” is no country."],
  [{ "food.keepsDays": "1.5" }, "food.keepsDays", "Days must be a whole number."],
])("%j is told at %s", (fields: Record<string, string>, name, message) => {
  expect(check({ ...CORN, ...fields }).reply().error).toMatchObject({ [name]: [message] });
});

test("season and notice go from the form to the service, and empty fields say that there are none", () => {
  const season = { seasonFrom: "2026-11-01", seasonUntil: "2027-02-28", seasonYearly: "on", noticeHours: "48" };
  const submission = check({ ...CORN, ...season });
  expect(submission.status === "success" && payloadOf(submission.value)).toMatchObject({
    season: { from: "2026-11-01", until: "2027-02-28", yearly: true },
    noticeHours: 48,
  });
  const empty = check({ ...CORN, seasonFrom: "", seasonUntil: "", noticeHours: "" });
  expect(empty.status === "success" && payloadOf(empty.value)).toMatchObject({ season: null, noticeHours: 0 });
  expect(check({ ...CORN, seasonFrom: "2026-11-01" }).reply().error).toEqual({
    seasonUntil: ["This field is required."],
  });
});

test("a new size that is moved to the top and stays the only one replaces the others; a form from before leaves them", () => {
  const submission = check({ ...CORN, sizeId: "" });
  if (submission.status !== "success") throw new Error("The form is refused.");
  const { variants } = productPayload.parse(payloadOf(submission.value, true));
  expect(variants).toMatchObject([{ name: "", sku: submission.value.sku, amount: 1200 }]);
  expect(variants?.[0]).not.toHaveProperty("_id");
  expect(payloadOf(submission.value)).not.toHaveProperty("variants");
});
