/** The most frequent reasons for sending products back, as sentences that their merchants understand. */
export const REASONS: Record<string, string> = {
  picture: "The pictures do not show the product well enough. Please add sharp, bright ones that you took yourself.",
  other: "The pictures show something else than what is described.",
  description: "The description leaves out what buyers need: what is in it, how much it weighs, and how long it keeps.",
  allergens: "Please name every allergen that is in it.",
  category: "It belongs in another category.",
  words: "The title or the tags have words in them that are not about the product.",
  claims: "Please leave out what it is said to do for people’s health.",
  forbidden: "This may not be sold here: see the terms for merchants.",
};

/** The reason that the merchant reads: one from the list, the operator's own words, or both. */
export const reasonOf = ({ template, reason }: { template: string; reason: string }): string =>
  [REASONS[template], reason.trim()].filter(Boolean).join("\n\n");
