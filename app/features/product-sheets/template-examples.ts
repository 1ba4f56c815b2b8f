import { NO_FOOD } from "~/features/food-information/schema";
import type { SheetProduct } from "./sheet.server";

/** Products that show what a row may contain: one in one size with everything a label says, and one in two sizes. */
export function examplesOf(categoryTitle: string): SheetProduct[] {
  const corn: SheetProduct = {
    sku: "VEG-001",
    title: "Sweet corn, four cobs",
    description: "Picked at dawn and sold the same day.",
    sizeName: "",
    content: { amount: 4, unit: "piece" },
    drained: null,
    weighed: null,
    amountCents: 350,
    percent: 10,
    taxClass: "food",
    vatCents: 0,
    quantity: 40,
    barcode: "2900000000017",
    categoryTitle,
    tags: ["sweet", "picked today"],
    variations: [{ variation: "Bundle", value: "4 cobs" }],
    measurement: { weight: 1.2, height: 8, length: 24, width: 18 },
    isPhysical: true,
    season: { from: "2026-07-01", until: "2026-10-15", yearly: true },
    noticeHours: 24,
    availType: "draft",
    food: {
      ...NO_FOOD,
      ingredients: "Sweetcorn, *butter*, salt",
      allergens: { milk: "contains", celery: "may-contain" },
      labels: ["organic", "vegetarian"],
      organicCode: "US-ORG-052",
      nutrition: {
        per: "100g",
        energyKj: 360,
        energyKcal: 86,
        fat: 1.4,
        saturates: 0.3,
        carbohydrate: 16.7,
        sugars: 6.3,
        fibre: 2,
        protein: 3.3,
        salt: 0.04,
      },
      storage: "In the fridge",
      keepsDays: 3,
      originCountry: "US",
      originWords: "Burlington, Vermont",
      producer: "Riverbend Farm",
      instructions: "Boil for three minutes.",
    },
  };
  const beans: SheetProduct = {
    ...corn,
    sku: "VEG-002",
    title: "Field beans from the hill",
    description: "Dried on the plant and threshed in the barn.",
    sizeName: "500 g bag",
    content: { amount: 500, unit: "g" },
    amountCents: 420,
    percent: 0,
    quantity: 25,
    barcode: "2900000000024",
    tags: ["dried"],
    variations: [],
    season: null,
    noticeHours: 0,
    measurement: { weight: null, height: null, length: null, width: null },
    food: { ...NO_FOOD, ingredients: "Field beans", storage: "Cool and dry" },
  };
  const sack = { sku: "VEG-003", sizeName: "2 kg sack", amountCents: 1450, quantity: 8, barcode: "2900000000031" };
  return [corn, beans, { ...beans, ...sack, content: { amount: 2, unit: "kg" } }];
}
