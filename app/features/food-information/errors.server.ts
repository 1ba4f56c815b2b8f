import { Refusal } from "~/platform/refusal";
import type { Lack } from "./demands";

/** The ingredients emphasise an allergen that the allergens do not name. `words` are the merchant's own. */
export const allergensInIngredients = (words: string) =>
  new Refusal(422, [
    {
      code: "allergen_in_ingredients",
      field: "food.allergensConfirmed",
      message: `The ingredients emphasise “${words.slice(0, 60)}”, but the allergens do not name it. Correct one of the two, or confirm that it is right.`,
    },
  ]);

/** Particulars that the category demands are missing. Each is reported at its field. */
export const particularMissing = ([first, ...otherLacks]: [Lack, ...Lack[]]) => {
  const item = ({ field, message }: Lack) => ({ code: "particular_missing", field, message });
  return new Refusal(422, [item(first), ...otherLacks.map(item)]);
};
