/* Breaks a text into lines that fit a width, by the rules of docs/decisions/114. */

type Measure = (text: string) => number;

/** A word ends after a space, or after a hyphen or slash inside it. */
const BEHIND_A_WORD = /(?<= )|(?<=[\p{L}\p{N}][-/])(?=[\p{L}\p{N}])/u;
const ELLIPSIS = "…";
/** A tolerance, because measured widths are sums of fractions. */
const ROUNDING = 0.01;

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
const lettersOf = (text: string): string[] => Array.from(letters.segment(text), ({ segment }) => segment);

/**
 * The lines of a text, none wider than `width`. It is broken between words; a word that is wider than a line is broken
 * between letters. If there are more than `mostLines`, the last of these ends with an ellipsis.
 */
export function wrapped(text: string, width: number, measure: Measure, mostLines = Infinity): string[] {
  const lines = text.split("\n").flatMap((line) => brokenLine(line, width, measure));
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - 1), shortened(lines[mostLines - 1] ?? "", width, measure)];
}

function brokenLine(line: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let current = "";
  let currentWidth = 0;
  for (const word of line.split(BEHIND_A_WORD)) {
    if (currentWidth + measure(word.trimEnd()) <= width + ROUNDING) {
      current += word;
      currentWidth += measure(word);
      continue;
    }
    if (current.trim()) lines.push(current.trimEnd());
    const parts = brokenWord(word, width, measure);
    lines.push(...parts.slice(0, -1));
    current = parts.at(-1) ?? "";
    currentWidth = measure(current);
  }
  return [...lines, current.trimEnd()];
}

/** The parts of a word, each as long as fits and at least a letter. */
function brokenWord(word: string, width: number, measure: Measure): string[] {
  const parts: string[] = [];
  let rest = lettersOf(word);
  while (measure(rest.join("").trimEnd()) > width + ROUNDING && rest.length > 1) {
    let [fitting, tooLong] = [1, rest.length];
    while (tooLong - fitting > 1) {
      const count = Math.floor((fitting + tooLong) / 2);
      if (measure(rest.slice(0, count).join("")) <= width + ROUNDING) fitting = count;
      else tooLong = count;
    }
    parts.push(rest.slice(0, fitting).join(""));
    rest = rest.slice(fitting);
  }
  return [...parts, rest.join("")];
}

/** The line with an ellipsis at its end, shortened to fit. */
function shortened(line: string, width: number, measure: Measure): string {
  const start = lettersOf(line);
  while (start.length > 0 && measure(start.join("").trimEnd() + ELLIPSIS) > width + ROUNDING) start.pop();
  return start.join("").trimEnd() + ELLIPSIS;
}
