import { Refusal, refusal } from "~/platform/refusal";

export const deadInvitation = refusal(
  "dead_invitation",
  422,
  "This link was used already, or its 24 hours are over. Please ask for a new one.",
  "token",
);
export const hasAStall = refusal(
  "has_a_stall",
  409,
  "This address belongs to a merchant. An operator needs an address of their own.",
);

export const nothingToReview = refusal(
  "nothing_to_review",
  404,
  "This product does not wait for review. Somebody may have decided on it already.",
);
export const decidedAlready = refusal(
  "decided_already",
  409,
  "This was decided on already, or the merchant has changed it since. Please look at it again.",
);
export const categoryGone = refusal(
  "category_gone",
  409,
  "The category that the merchant chose does not exist any more. Please send the change back.",
);

export const unknownCategory = refusal("unknown_category", 404, "There is no such category.");
export const sameTitle = refusal("same_title", 409, "There is a category of that name already.", "title");
export const pictureMissing = refusal("not_an_image", 415, "File type must be .png,.jpg,.jpeg", "intendedFile");

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
  const held = [count(products, "product"), count(stores, "stall"), count(changes, "waiting change")]
    .filter(Boolean)
    .join(" and ");
  return new Refusal(409, [
    {
      message: `This category is in use: ${held || "something has just come in"}. Move them to another category first; deleted products count, for orders still name them.`,
      code: "category_in_use",
    },
  ]);
}

function count(number: number, word: string): string {
  return number === 0 ? "" : `${number} ${word}${number === 1 ? "" : "s"}`;
}

export const unknownMerchant = refusal("unknown_merchant", 404, "There is no such merchant.");
export const otherStatus = refusal(
  "other_status",
  409,
  "The merchant's status has changed meanwhile. Please look at it again.",
);
export const unknownUser = refusal("unknown_user", 404, "There is no such user.");
export const unknownMessage = refusal("unknown_message", 404, "There is no such message.");
export const answeredAlready = refusal("answered_already", 409, "Somebody has dealt with this message already.");
export const unknownJob = refusal("unknown_job", 404, "There is no such job among those that failed for good.");
export const newerJob = refusal("newer_job", 409, "A newer job of the same kind does this work already.");
