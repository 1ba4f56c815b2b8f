export const SYNONYMS = "/operator/synonyms";
export const WORDS_HINT = "With commas between, such as: aubergine, eggplant. The singular is enough.";
