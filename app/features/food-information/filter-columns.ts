import { saidBits } from "./demands";
import { allergenBits, allergensWithout, labelBits } from "./food-json";
import type { Food } from "./schema";

/** The columns of a product that lists filter by. */
export const filterColumns = (value: Food) => ({
  foodLabels: labelBits(value.labels),
  foodWithout: allergenBits(allergensWithout(value)),
  foodOrigin: value.originCountry,
  foodSaid: saidBits(value),
});
