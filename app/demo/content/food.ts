import { foodOf } from "~/features/food-information/food-json";
import { foodPayload, NO_FOOD, type Food } from "~/features/food-information/schema";
import content from "./food.json";

const bySku: Record<string, unknown> = content;

/**
 * The food label of a demo product, by its SKU. The nutrition figures are made up: usual for such goods, but not
 * compared with a public table. Carbohydrate is without fibre.
 */
export const foodOfSku = (sku: string): Food =>
  bySku[sku] === undefined ? NO_FOOD : foodOf(foodPayload.parse(bySku[sku]));
