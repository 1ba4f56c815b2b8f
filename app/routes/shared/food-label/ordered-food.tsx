import type { Food } from "~/features/food-information/schema";
import { Disclosure } from "~/ui/disclosure/disclosure";
import { FoodLabel } from "./food-label";

/** The food information of a product as an order keeps it, folded. Nothing if there is none. */
export function OrderedFood({ title, food }: { title: string; food: Food | undefined }) {
  if (!food) return null;
  return (
    <Disclosure title="Food information when it was ordered">
      <FoodLabel food={food} caption={`Food information of ${title}, when it was ordered`} />
    </Disclosure>
  );
}
