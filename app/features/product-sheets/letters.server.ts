import type { Answers } from "./row-questions.server";
import { questionOf } from "./row-questions.server";
import { encodingUnclear } from "./errors.server";
import type { ImportQuestion } from "./schema";

/*
 * The encoding of a file that is not UTF-8. If it can only be Windows-1252, it is read as that. Otherwise the merchant
 * is asked, with a part of the file as each code page reads it.
 */

/** Code pages by their names in iconv-lite, the likeliest first, with the names that people know. */
const CODE_PAGES: Record<string, string> = {
  windows1252: "Windows, western Europe",
  macroman: "Mac, western Europe",
  windows1250: "Windows, central Europe",
  windows1251: "Windows, Cyrillic",
  windows1253: "Windows, Greek",
  windows1254: "Windows, Turkish",
  cp850: "DOS, western Europe",
  maccenteuro: "Mac, central Europe",
  koi8r: "KOI8, Cyrillic",
  windows1255: "Windows, Hebrew",
  windows1256: "Windows, Arabic",
  shiftjis: "Japanese",
  gb18030: "Chinese, simplified",
  big5: "Chinese, traditional",
  euckr: "Korean",
};
const MOST_CHOICES = 5;
/** The encoding of a file until the merchant has answered. Each byte is stored as the character of that number. */
const UNCLEAR = "unclear";

const NO_TEXT = /[\u0080-\u009f\ufffd\ue000-\uf8ff]/;
const LATIN_SIGNS = "\u00a1-\u00a9\u00ac\u00ae-\u00b3\u00b6\u00b8\u00b9\u00bc-\u00bf\u00d7\u00f7\u02c6-\u02dd";
/** Signs that other code pages have in place of Western letters. */
const CODE_PAGE_SIGNS = "€‚ƒ„…†‡‰‹›™∂∆∑√∞≤≥◊";
/** Patterns rare in words: signs between letters, a capital inside, two scripts in one word, accents in a row. */
const ODD = [
  new RegExp(`\\p{L}[${LATIN_SIGNS}${CODE_PAGE_SIGNS}]\\p{L}`, "gu"),
  /\p{L}(?=\P{ASCII})\p{Lu}\p{Ll}/gu,
  /\p{sc=Latin}(?=\P{sc=Latin})[\p{L}\u2500-\u25ff]|(?=\P{sc=Latin})[\p{L}\u2500-\u25ff]\p{sc=Latin}/gu,
  /[\u00c0-\u017f]{4}/g,
  /[\u0192\u00b5\u00aa\u00ba]\p{L}/gu,
  /\p{Ll}(?=\P{ASCII})\p{Lu}/gu,
];

const oddities = (text: string) => ODD.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);

/** The library of code pages. It is loaded by the first file that is not UTF-8, not when the process starts. */
const converter = async () => (await import("iconv-lite")).default;

/**
 * The text of bytes that are not UTF-8. It is read as Windows-1252 if all words look like it. Otherwise it is the bytes
 * themselves, to be read once the merchant has answered.
 */
export async function lettersOf(bytes: Uint8Array): Promise<{ text: string; encoding: string }> {
  const western = (await converter()).decode(Buffer.from(bytes), "windows1252");
  if (!NO_TEXT.test(western) && oddities(western) === 0) return { text: western, encoding: "Windows-1252" };
  return { text: Buffer.from(bytes).toString("latin1"), encoding: UNCLEAR };
}

/** Characters of the file searched for words, words examined, and characters that the question shows. */
const SEARCHED = 200_000;
const LOOKED_AT = 200;
const SHOWN = 60;
const BEYOND_ASCII = /[\u0080-\u00ff]/;

/** Words of the file with letters beyond ASCII. */
function wordsOf(text: string): string {
  const start = Math.max(0, text.search(BEYOND_ASCII) - SHOWN);
  const words = text.slice(start, start + SEARCHED).split(/[\s,;]/);
  return words
    .filter((word) => BEYOND_ASCII.test(word))
    .slice(0, LOOKED_AT)
    .join(" ");
}

/** The cell around the first letter beyond ASCII. */
function sampleOf(text: string): string {
  const at = text.search(BEYOND_ASCII);
  const start = Math.max(0, ...["\n", "\r", ",", ";", "\t"].map((sign) => text.lastIndexOf(sign, at) + 1));
  return (/^[^\n\r,;\t]*/.exec(text.slice(start, start + SHOWN)) ?? [""])[0];
}

/**
 * A kept file's text. If its encoding is unclear, it is read with the one that the merchant chose, or else with the
 * likeliest one, and comes with the question. Refuses `not_utf8` if no code page turns it into words.
 */
export async function textOf(
  importRow: { csv: string; encoding: string },
  answers: Answers,
): Promise<{ text: string; encoding: string; question: ImportQuestion | null }> {
  if (importRow.encoding !== UNCLEAR) return { text: importRow.csv, encoding: importRow.encoding, question: null };
  const iconv = await converter();
  const read = (text: string, page: string) => iconv.decode(Buffer.from(text, "latin1"), page);
  const sample = sampleOf(importRow.csv);
  const words = wordsOf(importRow.csv);
  const readings = Object.keys(CODE_PAGES)
    .map((page) => ({ page, sample: read(sample, page), words: read(words, page) }))
    .filter((reading) => !NO_TEXT.test(reading.words))
    .map((reading) => ({ ...reading, odd: oddities(reading.words) }))
    .sort((first, second) => first.odd - second.odd);
  const [likeliest] = readings;
  if (!likeliest) throw encodingUnclear(read(sample, "windows1252"));
  const apart = readings.filter(
    (reading, at) =>
      readings.findIndex((otherReading) => otherReading.words === reading.words) === at && reading.odd < words.length,
  );
  const question = questionOf(
    {
      row: 0,
      field: "title",
      code: "letters_unclear",
      message: "The file does not say which letters it has. Choose how this part of it reads right.",
      choices: Object.fromEntries(
        apart
          .slice(0, MOST_CHOICES)
          .map((reading) => [reading.page, `${reading.sample} (${CODE_PAGES[reading.page]})`]),
      ),
      about: [sample],
    },
    answers,
  );
  const page = question.answer ?? likeliest.page;
  return { text: read(importRow.csv, page), encoding: CODE_PAGES[page] ?? page, question };
}
