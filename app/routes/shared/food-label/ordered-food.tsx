import type { Food } from "~/features/food-information/schema";
import { small } from "~/styles/text.css";
import { FoodLabel } from "./food-label";

/** The food information that an order keeps of a product, folded in; nothing where nothing was said. */
export function OrderedFood({ title, food }: { title: string; food: Food | undefined }) {
  if (!food) return null;
  return (
    <details>
      <summary className={small}>Food information when it was ordered</summary>
      <FoodLabel food={food} caption={`Food information of ${title}, when it was ordered`} />
    </details>
  );
}
