import { PAUSE_MS, SHORTEST, suggestionsFor } from "~/ui/page-header/suggestions";

/** Offers suggestions in the browser's own list while somebody types into the header's search field. */
export function suggestWords(): void {
  let request = new AbortController();
  let pause: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.list || target.type !== "search") return;
    const { list } = target;
    const prefix = target.value.trim().toLowerCase();
    clearTimeout(pause);
    request.abort();
    if (prefix.length < SHORTEST) return;
    request = new AbortController();
    const { signal } = request;
    pause = setTimeout(() => {
      suggestionsFor(prefix, signal).then(
        (words) => words.length > 0 && fill(list, words, prefix),
        // Suggestions are optional. The search works without them.
        () => undefined,
      );
    }, PAUSE_MS);
  });
}

function fill(list: HTMLElement, words: string[], prefix: string): void {
  list.textContent = "";
  for (const word of words) {
    const option = document.createElement("option");
    option.value = word;
    // Browsers leave out options that do not contain the typed text, for example a corrected spelling.
    if (!word.toLowerCase().includes(prefix)) option.label = `${word} (${prefix})`;
    list.append(option);
  }
}
