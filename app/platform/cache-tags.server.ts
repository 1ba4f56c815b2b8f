import { AsyncLocalStorage } from "node:async_hooks";

const tagSets = new AsyncLocalStorage<Set<string>>();

/** Runs some work. Returns its result and the tags of everything that was read for it. */
export async function collectCacheTags<T>(work: () => Promise<T>): Promise<{ result: T; tags: string[] }> {
  const tags = new Set<string>();
  const result = await tagSets.run(tags, work);
  return { result, tags: [...tags] };
}

/** Notes the tags of what the current response shows. Call it for remembered values too: nothing else reports them. */
export function noteCacheTags(...tags: string[]): void {
  const currentTags = tagSets.getStore();
  if (currentTags) for (const tag of tags) currentTags.add(tag);
}
