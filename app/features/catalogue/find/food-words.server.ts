import { allergenBits, labelBits } from "~/features/food-information/food-json";
import type { Allergen, Label } from "~/features/food-information/words";

/* Words of a search that ask for what a food's label says: "organic", "gluten free", "without nuts". */

/** A product matches if it has one of the labels, or says that it is free of all the allergens. Both are bits. */
export interface FoodStatement {
  labels: number;
  without: number;
}

export interface FoodPhrase {
  /** The phrase as people read it. */
  typed: string;
  /** Texts of a product that mean the same, in the form of `searchLine`. */
  texts: string[];
  food: FoodStatement;
  /** How many words of the search it takes. */
  length: number;
}

const LABEL_PHRASES: Record<string, Label> = {
  organic: "organic",
  bio: "organic",
  vegan: "vegan",
  "plant based": "vegan",
  plantbased: "vegan",
  vegetarian: "vegetarian",
  halal: "halal",
  kosher: "kosher",
  "raw milk": "raw-milk",
  "no added sugar": "no-added-sugar",
  "without added sugar": "no-added-sugar",
  "fair trade": "fair-trade",
  fairtrade: "fair-trade",
};
/** A search without nuts means peanuts too: showing fewer products is better than showing one that may do harm. */
const ALLERGEN_WORDS: Record<string, Allergen[]> = {
  gluten: ["gluten"],
  wheat: ["wheat"],
  milk: ["milk"],
  dairy: ["milk"],
  lactose: ["milk"],
  egg: ["eggs"],
  eggs: ["eggs"],
  nut: ["nuts", "peanuts"],
  nuts: ["nuts", "peanuts"],
  peanut: ["peanuts"],
  peanuts: ["peanuts"],
  soy: ["soya"],
  soya: ["soya"],
  sesame: ["sesame"],
  fish: ["fish"],
  shellfish: ["crustaceans", "molluscs"],
  crustaceans: ["crustaceans"],
  molluscs: ["molluscs"],
  celery: ["celery"],
  mustard: ["mustard"],
  lupin: ["lupin"],
  sulphites: ["sulphites"],
  sulfites: ["sulphites"],
};
const LABELS_WITHOUT: Record<string, Label> = { gluten: "gluten-free", lactose: "lactose-free" };
const LONGEST_PHRASE = 3;
const WITHOUT = new Set(["without", "no", "sans"]);
const LISTING = new Set(["and", "or", "nor"]);

/** The phrase that begins at a place among a search's folded words; null if none does. */
export function foodPhraseAt(words: readonly string[], place: number): FoodPhrase | null {
  for (let length = LONGEST_PHRASE; length > 0; length -= 1) {
    const phrase = words.slice(place, place + length).join(" ");
    const label = ownValue(LABEL_PHRASES, phrase);
    if (label && place + length <= words.length) {
      const texts = [...new Set([phrase, phrase.replaceAll(" ", ""), label.replaceAll("-", "")])];
      return { typed: phrase, texts, food: { labels: labelBits([label]), without: 0 }, length };
    }
  }
  const [word = "", next = "", third = ""] = words.slice(place);
  if (ownValue(ALLERGEN_WORDS, word) && next === "free" && third !== "range") return without([word], 2);
  const joined = /^(\p{L}+)free$/u.exec(word)?.[1];
  if (joined && ownValue(ALLERGEN_WORDS, joined)) return without([joined], 1);
  const begins = WITHOUT.has(word) ? 1 : word === "free" && (next === "from" || next === "of") ? 2 : 0;
  const list = begins > 0 ? allergensListed(words.slice(place + begins)) : { names: [], length: 0 };
  return list.names.length > 0 ? without(list.names, begins + list.length) : null;
}

const ownValue = <Value>(record: Record<string, Value>, key: string) =>
  Object.hasOwn(record, key) ? record[key] : undefined;

function allergensListed(words: readonly string[]): { names: string[]; length: number } {
  const names: string[] = [];
  let length = 0;
  for (const [place, word] of words.entries()) {
    if (ownValue(ALLERGEN_WORDS, word)) {
      names.push(word);
      length = place + 1;
    } else if (names.length === 0 || !LISTING.has(word)) break;
  }
  return { names, length };
}

function without(names: string[], length: number): FoodPhrase {
  const allergens = names.flatMap((name) => ownValue(ALLERGEN_WORDS, name) ?? []);
  const [name = ""] = names;
  const label = names.length === 1 ? ownValue(LABELS_WITHOUT, name) : undefined;
  return {
    typed: names.length === 1 ? `${name} free` : `without ${names.join(" and ")}`,
    // No title has several allergens as one word.
    texts: names.length === 1 ? [`${name}free`, ...(name.endsWith("nuts") ? [`${name.slice(0, -1)}free`] : [])] : [],
    food: { labels: label ? labelBits([label]) : 0, without: allergenBits(allergens) },
    length,
  };
}
