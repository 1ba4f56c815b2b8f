/** Milliseconds after the last letter, so that typing a word asks once or twice, not for each letter. */
export const PAUSE_MS = 200;
/** Letters of the shortest text that is looked up. */
export const SHORTEST = 2;

/** Search suggestions for a typed text. Rejects without a connection and when aborted; empty after an error. */
export async function suggestionsFor(prefix: string, signal: AbortSignal): Promise<string[]> {
  const answer = await fetch(`/api/v1/product/suggestions?q=${encodeURIComponent(prefix.slice(0, 100))}`, { signal });
  return answer.ok ? ((await answer.json()) as { data: string[] }).data : [];
}
