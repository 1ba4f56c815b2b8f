import { useEffect, useState } from "react";
import { Input } from "~/ui/field/field";

/** After the last letter: who types a word asks once or twice, not for each letter. */
const PAUSE_MS = 200;
const SHORTEST = 2;

/**
 * The shop's search field. While somebody types it offers what the shop has, as the browser's own list: without scripts,
 * or where nothing comes, the words that came with the page.
 */
export function SearchField({ query, words }: { query: string; words: string[] }) {
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (typed.length < SHORTEST) return;
    const asking = new AbortController();
    const pause = setTimeout(() => {
      suggestionsFor(typed, asking.signal).then(
        (some) => setFound(some.length > 0 ? { for: typed, words: some } : NOTHING),
        stayQuiet,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      asking.abort();
    };
  }, [typed]);
  return (
    <>
      <Input
        id="q"
        name="q"
        type="search"
        list="q-words"
        defaultValue={query}
        onChange={({ target }) => setTyped(target.value.trim().toLowerCase())}
        placeholder="Search apples, honey, bread…"
        enterKeyHint="search"
      />
      <datalist id="q-words">
        {(found.words.length > 0 ? found.words : words).map((word) => (
          // Browsers leave out what does not hold what was typed, such as the word that was meant instead.
          // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its value is its label
          <option key={word} value={word} label={holds(word, found.for) ? undefined : `${word} (${found.for})`} />
        ))}
      </datalist>
    </>
  );
}

const NOTHING = { for: "", words: [] as string[] };
/** Nobody asked for suggestions: where none come, the search is the same. */
const stayQuiet = () => undefined;

const holds = (word: string, typed: string) => word.toLowerCase().includes(typed);

/** Rejects where there is no line, and when it is aborted; empty where the shop does not answer. */
async function suggestionsFor(typed: string, signal: AbortSignal): Promise<string[]> {
  const answer = await fetch(`/api/v1/product/suggestions?q=${encodeURIComponent(typed.slice(0, 100))}`, { signal });
  return answer.ok ? ((await answer.json()) as { data: string[] }).data : [];
}
