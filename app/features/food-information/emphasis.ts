import { ALLERGENS, type Allergen } from "./words";

/** A piece of an ingredient list. Text between two `*` is emphasised. */
export interface Piece {
  text: string;
  isEmphasised: boolean;
}

/** The pieces of an ingredient list. A `*` without a second one stays as it is typed. */
export function piecesOf(ingredients: string): Piece[] {
  // `split` includes what the pattern captures, so every second piece is the text between two marks.
  return ingredients
    .split(/\*([^*\n]+)\*/)
    .map((text, place) => ({ text, isEmphasised: place % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

/** An ingredient list without its marks, for documents and for other programs' spreadsheets. */
export const plainIngredients = (ingredients: string) =>
  piecesOf(ingredients)
    .map(({ text }) => text)
    .join("");

/** Words in an ingredient list that mean an allergen. A word that means two is listed for both. */
const WORDS: Record<Allergen, readonly string[]> = {
  gluten: ["gluten", "wheat", "rye", "barley", "oat", "spelt", "kamut", "semolina", "durum", "malt"],
  wheat: ["wheat", "spelt", "kamut", "semolina", "durum"],
  crustaceans: ["crustacean", "crab", "lobster", "prawn", "shrimp", "crayfish"],
  eggs: ["egg"],
  fish: ["fish", "cod", "salmon", "tuna", "anchovy", "anchovies", "trout", "herring", "mackerel"],
  peanuts: ["peanut"],
  soya: ["soya", "soy", "soybean", "tofu"],
  milk: ["milk", "cream", "butter", "cheese", "whey", "yogurt", "yoghurt", "lactose", "casein", "buttermilk"],
  nuts: ["nut", "almond", "hazelnut", "walnut", "cashew", "pecan", "pistachio", "macadamia"],
  celery: ["celery", "celeriac"],
  mustard: ["mustard"],
  sesame: ["sesame", "tahini"],
  sulphites: ["sulphite", "sulfite", "sulphur dioxide", "sulfur dioxide"],
  lupin: ["lupin"],
  molluscs: ["mollusc", "mussel", "oyster", "clam", "squid", "scallop", "octopus", "snail"],
};

/** Each emphasised piece that names an allergen, with all allergens that it may mean. */
export function emphasisedAllergens(ingredients: string): { text: string; allergens: Allergen[] }[] {
  return piecesOf(ingredients).flatMap(({ text, isEmphasised }) => {
    if (!isEmphasised) return [];
    const paddedText = ` ${text.toLowerCase().replace(/[^\p{L}]+/gu, " ")} `;
    const allergens = (Object.keys(ALLERGENS) as Allergen[]).filter((allergen) =>
      WORDS[allergen].some((word) => paddedText.includes(` ${word} `) || paddedText.includes(` ${word}s `)),
    );
    return allergens.length > 0 ? [{ text, allergens }] : [];
  });
}
