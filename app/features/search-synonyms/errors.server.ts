import { refusal } from "~/platform/refusal";
import { MOST_GROUPS } from "./plain-schema";

export const unknownSynonyms = refusal("unknown_synonyms", 404, "There are no such synonyms.");
export const synonymsAlike = refusal(
  "synonyms_alike",
  422,
  "Search takes these words for one already, such as a word and its plural. Write another word beside them.",
  "words",
);
export const synonymsFull = refusal(
  "synonyms_full",
  409,
  `There can be up to ${MOST_GROUPS.toLocaleString("en-US")} groups of synonyms. Please remove one first.`,
);
