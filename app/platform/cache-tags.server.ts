import { AsyncLocalStorage } from "node:async_hooks";

const tagSets = new AsyncLocalStorage<Set<string>>();

/** Does some work, and answers the tags of all that was read for it. */
export async function collectCacheTags<T>(work: () => Promise<T>): Promise<{ result: T; tags: string[] }> {
  const tags = new Set<string>();
  const result = await tagSets.run(tags, work);
  return { result, tags: [...tags] };
}

/** Notes what the answer that is being made shows. Also of what is remembered, for nobody else would say so. */
export function noteCacheTags(...tags: string[]): void {
  const currentTags = tagSets.getStore();
  if (currentTags) for (const tag of tags) currentTags.add(tag);
}
