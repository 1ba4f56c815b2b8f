import { singularOf, type Synonyms } from "~/features/search-synonyms/synonyms.server";
import { inflections, type Word } from "./words.server";

const LONGEST_PHRASE = 3;

/**
 * The words, each with its synonyms as whole words. Each word of a phrase also gets the synonyms of the phrase, so that
 * a text with one of these matches all words of the phrase.
 */
export function withSynonyms(words: Word[], synonyms: Synonyms): Word[] {
  const singulars = words.map(({ typed }) => singularOf(typed));
  const alternatives = words.map((): string[] => []);
  for (let length = 1; length <= LONGEST_PHRASE; length += 1)
    for (let place = 0; place + length <= words.length; place += 1) {
      const phrase = synonyms.get(singulars.slice(place, place + length).join(" ")) ?? [];
      for (let word = place; word < place + length; word += 1) alternatives[word]?.push(...phrase);
    }
  return words.map((word, place) => {
    const forms = (alternatives[place] ?? []).flatMap((phrase) => [phrase, ...lastInflected(phrase)]);
    return forms.length > 0 ? { ...word, whole: [...new Set([...word.whole, ...forms])] } : word;
  });
}

function lastInflected(phrase: string): string[] {
  const beginning = phrase.slice(0, phrase.lastIndexOf(" ") + 1);
  return inflections(phrase.slice(beginning.length)).map((form) => beginning + form);
}
