import { mostOf } from "~/features/products/weighed-schema";
import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { buyers } from "./buyers";
import { categories, type DemoCategory } from "./categories";
import { emphasisedAllergens } from "~/features/food-information/emphasis";
import { saysAllergens } from "~/features/food-information/food-json";
import { foodOfSku } from "./food";
import { isInSeason } from "~/features/products/season-schema";
import { merchants, type DemoMerchant } from "./merchants";
import { WIDTHS } from "../pictures.server";
import { products } from "./products";

const pictures = fileURLToPath(new URL("../pictures/", import.meta.url));

const repeated = (values: readonly string[]) => values.filter((value, place) => values.indexOf(value) !== place);
const titlesWhere = (wrong: (product: (typeof products)[number]) => boolean) =>
  products.filter(wrong).map(({ title }) => title);
const count = (right: (product: (typeof products)[number]) => boolean) => products.filter(right).length;

/** Weights 1 and 3 in turn from the left; the sum with the check digit is a multiple of ten. */
function isEan13(barcode: string): boolean {
  if (!/^\d{13}$/.test(barcode)) return false;
  return [...barcode].reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

test("the market is large enough to page through: ten categories, seven sellers, forty buyers", () => {
  expect(categories).toHaveLength(10);
  expect(merchants).toHaveLength(7);
  expect(buyers).toHaveLength(40);
  expect(products.length).toBeGreaterThanOrEqual(84);
});

test("every category and every seller has at least eight products", () => {
  for (const { title } of categories)
    expect(
      count(({ category }) => category === title),
      title,
    ).toBeGreaterThanOrEqual(8);
  for (const { key } of merchants)
    expect(
      count(({ merchant }) => merchant === key),
      key,
    ).toBeGreaterThanOrEqual(8);
});

test("the mixed order neither loses nor doubles a product", () => {
  expect(repeated(products.map(({ sku }) => sku))).toEqual([]);
  expect(repeated(products.map(({ title }) => title))).toEqual([]);
  expect(products.slice(0, 5).map(({ availType, picture }) => `${availType} ${picture}`)).toEqual([
    "published vine-tomatoes",
    "published sweetcorn",
    "published wildflower-honey",
    "published green-bell-peppers",
    "published farmhouse-wheel",
  ]);
});

test("no two products share a SKU or barcode, and each barcode passes at the till", () => {
  expect(repeated(products.map(({ barcode }) => barcode))).toEqual([]);
  expect(titlesWhere(({ sku }) => !/^[A-Z]{3}-\d{4}$/.test(sku))).toEqual([]);
  expect(titlesWhere(({ barcode }) => !isEan13(barcode))).toEqual([]);
});

test("titles and descriptions have the length that the product form accepts", () => {
  expect(titlesWhere(({ title }) => title.length < 5 || title.length > 100)).toEqual([]);
  expect(titlesWhere(({ description }) => description.length < 120 || description.length > 600)).toEqual([]);
  expect(Math.max(...products.map(({ title }) => title.length))).toBeGreaterThan(90);
});

test("a number never parts from its unit at the end of a line", () => {
  expect(titlesWhere(({ title }) => /\d (g|kg|ml|l)\b/.test(title))).toEqual([]);
});

test("a seller sells only in their own categories", () => {
  const sellsIn = new Map<string, DemoMerchant>(merchants.map((merchant) => [merchant.key, merchant]));
  expect(titlesWhere(({ merchant, category }) => !sellsIn.get(merchant)?.categories.includes(category))).toEqual([]);
});

test("every seller sells something in each category they name", () => {
  for (const { key, categories: categoryTitles } of merchants as readonly DemoMerchant[]) {
    for (const title of categoryTitles) {
      expect(
        count(({ merchant, category }) => merchant === key && category === title),
        `${key}, ${title}`,
      ).toBeGreaterThan(0);
    }
  }
});

test("the sale goes up to 48% off, once", () => {
  const discounts = products.flatMap(({ discountPercent }) => discountPercent ?? []);
  expect(Math.max(...discounts)).toBe(48);
  expect(discounts.filter((percent) => percent === 48)).toHaveLength(1);
  expect(discounts.length).toBeGreaterThanOrEqual(15);
  expect(discounts.length).toBeLessThanOrEqual(20);
  expect(discounts.every((percent) => Number.isInteger(percent) && percent > 0)).toBe(true);
});

test("prices are whole cents, and one of them has four digits before the point", () => {
  expect(titlesWhere(({ amountCents }) => !Number.isInteger(amountCents) || amountCents < 100)).toEqual([]);
  const sums = products.flatMap(({ amountCents, sizes = [] }) => [
    amountCents,
    ...sizes.map((size) => size.amountCents),
  ]);
  expect(sums.filter((cents) => cents >= 100_000)).toHaveLength(1);
});

test("the stock shows every state: in stock, low, out, in review and draft", () => {
  expect(titlesWhere(({ quantity }) => !Number.isInteger(quantity) || quantity < 0 || quantity > 200)).toEqual([]);
  const published = products.filter(({ availType }) => availType === "published");
  expect(published.filter(({ quantity }) => quantity === 0)).toHaveLength(4);
  expect(published.filter(({ quantity }) => quantity > 0 && quantity <= 20).length).toBeGreaterThanOrEqual(8);
  expect(count(({ availType }) => availType === "in-review")).toBe(4);
  expect(count(({ availType }) => availType === "draft")).toBe(4);
});

test("tags, contents and measurements are complete, and a variation says what no size does", () => {
  expect(titlesWhere(({ tags }) => tags.length < 2 || tags.length > 5 || repeated(tags).length > 0)).toEqual([]);
  expect(titlesWhere(({ variations, content }) => variations.length === 0 && !content)).toEqual([]);
  expect(titlesWhere(({ measurement }) => Object.values(measurement).some((size) => !(size > 0)))).toEqual([]);
});

test("thirty products and more are sold in several sizes, each with its name, codes and content", () => {
  const productsInSizes = products.flatMap(({ sizes = [], ...product }) =>
    sizes.length > 0 ? [{ ...product, sizes }] : [],
  );
  expect(productsInSizes.length).toBeGreaterThanOrEqual(30);
  expect(count(({ content }) => content !== undefined)).toBeGreaterThanOrEqual(90);
  for (const { sku, barcode, sizeName = "", sizes } of productsInSizes) {
    expect(repeated([sizeName, ...sizes.map(({ name }) => name)]), sku).toEqual([]);
    expect([sizeName, ...sizes.map(({ name }) => name)].every((name) => name.length > 0 && name.length <= 40)).toBe(
      true,
    );
    expect([barcode, ...sizes.map((size) => size.barcode)].every(isEan13), sku).toBe(true);
  }
  const codes = products.flatMap(({ sku, barcode, sizes = [] }) => [{ sku, barcode }, ...sizes]);
  expect(repeated(codes.map(({ sku }) => sku))).toEqual([]);
  expect(repeated(codes.map(({ barcode }) => barcode))).toEqual([]);
});

test("five goods are sold by weight, and cost what their usual weight and the margin come to", () => {
  const weighed = products.filter((product) => product.weighed);
  expect(weighed).toHaveLength(5);
  for (const product of weighed)
    expect(product.weighed && product.content && mostOf(product.weighed, product.content), product.sku).toBe(
      product.amountCents,
    );
});

test("one cheese is sold by the piece and by weight, and its wheel is sold out", () => {
  const [cheese] = products.filter(({ sizes = [] }) => sizes.some((size) => size.weighed));
  const sizes = cheese?.sizes ?? [];
  expect(sizes.map((size) => [size.weighed !== undefined, size.quantity > 0])).toEqual([
    [false, true],
    [true, true],
    [false, false],
  ]);
  for (const { weighed, content, amountCents } of sizes)
    if (weighed) expect(mostOf(weighed, content)).toBe(amountCents);
});

test("a title never says how much it is: that stands on a line of its own", () => {
  expect(titlesWhere(({ title }) => /\d\s?(g|kg|ml|cl|l|fish|cans|slices)\b|\babout\b|\bbox of\b/.test(title))).toEqual(
    [],
  );
});

test("apple, cabbage, maize, pepper and potato can be found", () => {
  for (const word of ["apple", "cabbage", "maize", "pepper", "potato"]) {
    expect(
      count(({ title }) => title.toLowerCase().includes(word)),
      word,
    ).toBeGreaterThan(0);
  }
});

test("each product has a picture of its own, and no picture lies there unused", () => {
  expect(readdirSync(pictures).sort()).toEqual(products.map(({ picture }) => picture).sort());
});

test("each picture is there in every size, and takes a card at most 6 KB", () => {
  const sizes = WIDTHS.flatMap((width) => [`${width}.avif`, `${width}.webp`]).sort();
  for (const name of readdirSync(pictures)) {
    expect(readdirSync(pictures + name).sort(), name).toEqual(sizes);
    for (const width of [320, 400])
      expect(statSync(`${pictures}${name}/${width}.avif`).size, name).toBeLessThanOrEqual(6 * 1024);
  }
});

test("a category shows a picture of its own goods", () => {
  for (const { title, picture } of categories)
    expect(products.find((product) => product.picture === picture)?.category, picture).toBe(title);
});

test("categories have different titles and pictures", () => {
  const shelves: readonly DemoCategory[] = categories;
  expect(repeated(shelves.map(({ title }) => title))).toEqual([]);
  expect(repeated(shelves.map(({ picture }) => picture))).toEqual([]);
});

test("everybody has an address of their own, at example.com", () => {
  const emails = [...merchants, ...buyers].map(({ email }) => email);
  expect(repeated(emails)).toEqual([]);
  expect(emails.filter((email) => !/^[a-z.]+@example\.com$/.test(email))).toEqual([]);
  expect(repeated(merchants.map(({ username }) => username))).toEqual([]);
});

test("buyers have a US billing address and a telephone number kept for fiction", () => {
  expect(`${buyers[0]?.firstName} ${buyers[0]?.lastName}`).toBe("Amara Whitcombe");
  expect(buyers.filter(({ zipCode }) => !/^\d{5}$/.test(zipCode))).toEqual([]);
  expect(buyers.filter(({ telephone }) => !/^\d{3}55501\d{2}$/.test(telephone))).toEqual([]);
  expect(repeated(buyers.map(({ telephone }) => telephone))).toEqual([]);
});

test("every product says what its label must say: ingredients, allergens, storage and origin", () => {
  expect(
    titlesWhere(({ sku }) => {
      const food = foodOfSku(sku);
      return !food.ingredients || !saysAllergens(food) || !food.storage || !food.originCountry;
    }),
  ).toEqual([]);
});

test("what the ingredients emphasise is contained, and what is contained is emphasised", () => {
  expect(
    titlesWhere(({ sku }) => {
      const { ingredients, allergens } = foodOfSku(sku);
      const emphasised = new Set(emphasisedAllergens(ingredients).flatMap((one) => one.allergens));
      const contained = Object.entries(allergens).flatMap(([name, how]) => (how === "contains" ? [name] : []));
      return [...emphasised].sort().join() !== contained.sort().join();
    }),
  ).toEqual([]);
});

test("most products have figures, and those of fish and honey what the law asks of these", () => {
  expect(count(({ sku }) => foodOfSku(sku).nutrition !== null)).toBeGreaterThan(80);
  expect(
    titlesWhere(({ sku, category }) => {
      const food = foodOfSku(sku);
      const isFishLabelled = food.scientificName !== "" && food.catchArea !== "" && food.catchMethod !== "";
      return (category === "Fish & Seafood") !== isFishLabelled;
    }),
  ).toEqual([]);
  expect(
    titlesWhere(({ sku, tags }) => tags.includes("honey") && foodOfSku(sku).harvestCountries.length === 0),
  ).toEqual([]);
});

test("on each day of a year something is out of season and something seasonal is sold; a cake needs notice", () => {
  const seasons = products.flatMap(({ season }) => season ?? []);
  for (const month of ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"])
    for (const day of [`2027-${month}-01`, `2027-${month}-28`])
      expect([day, new Set(seasons.map((season) => isInSeason(season, day))).size]).toEqual([day, 2]);
  expect(products.filter(({ noticeHours = 0 }) => noticeHours > 0)).toHaveLength(1);
});
