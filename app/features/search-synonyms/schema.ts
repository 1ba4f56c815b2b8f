import { text } from "~/features/fields";
import { z } from "~/features/zod";
import { LONGEST_WORD, MOST_WORDS, wordsIn } from "./plain-schema";

const word = text("A word", LONGEST_WORD)
  .refine((value) => !value.includes(","), "A word has no comma in it: each word is an entry of its own.")
  .refine((value) => value.split(/\s+/).length <= 3, "A phrase can have three words at most.");

/** Words that mean the same. */
export const synonyms = z.object({
  words: z
    .array(word)
    .min(2, "Write at least two words that mean the same.")
    .max(MOST_WORDS, `There can be at most ${MOST_WORDS} words that mean the same.`),
});
export type SynonymWords = z.infer<typeof synonyms>;

export const synonymGroup = z.object({ _id: z.string(), words: z.array(z.string()) }).meta({ id: "SynonymGroup" });
export type SynonymGroup = z.infer<typeof synonymGroup>;

/** The same as a form sends it: one text, with commas or line breaks between the words. */
export const synonymsForm = z.object({
  words: text("The words", 2000).superRefine((typedWords, context) => {
    const { error } = synonyms.safeParse({ words: wordsIn(typedWords) });
    for (const message of new Set(error?.issues.map((issue) => issue.message)))
      context.addIssue({ code: "custom", message });
  }),
});
