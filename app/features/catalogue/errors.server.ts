import { Refusal, refusal } from "~/platform/refusal";

export const unknownCategory = refusal("unknown_category", 404, "There is no such category.");
export const sameTitle = refusal("same_title", 409, "There is a category of that name already.", "title");
export const pictureMissing = refusal("not_an_image", 415, "File type must be .png,.jpg,.jpeg", "intendedFile");

export const mergedIntoItself = refusal("merged_into_itself", 422, "Choose another category to merge it into.", "into");

/** The category has more or fewer products than the operator was told. */
export const otherCount = (products: number) =>
  new Refusal(409, [
    {
      message: `There are ${count(products, "product") || "no products"} in it by now. Look again, and merge it then.`,
      code: "category_changed",
    },
  ]);

/** Says what is still in the category. Products that were deleted stay in the books, so they count as well. */
export function categoryInUse({
  products,
  stores,
  changes,
}: {
  products: number;
  stores: number;
  changes: number;
}): Refusal {
  const uses = [count(products, "product"), count(stores, "stall"), count(changes, "waiting change")]
    .filter(Boolean)
    .join(" and ");
  return new Refusal(409, [
    {
      message: `This category is in use: ${uses || "something has just come in"}. Move them to another category first; deleted products count, for orders still name them.`,
      code: "category_in_use",
    },
  ]);
}

function count(number: number, word: string): string {
  return number === 0 ? "" : `${number} ${word}${number === 1 ? "" : "s"}`;
}
