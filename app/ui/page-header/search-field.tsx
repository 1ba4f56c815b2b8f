import { Input } from "~/ui/field/field";

/**
 * The shop's search field, with the words that it offers. While somebody types, `app/browser/search-suggestions.ts`
 * offers what the shop has.
 */
export function SearchField({ query, words }: { query: string; words: string[] }) {
  return (
    <>
      <Input
        id="q"
        name="q"
        type="search"
        list="q-words"
        defaultValue={query}
        placeholder="Search apples, honey, bread…"
        enterKeyHint="search"
      />
      <datalist id="q-words">
        {words.map((word) => (
          // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its value is its label
          <option key={word} value={word} />
        ))}
      </datalist>
    </>
  );
}
