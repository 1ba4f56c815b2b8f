import type { RefusalItem } from "~/platform/refusal";

/** The most characters of a sent name that a sentence repeats. */
const MOST_QUOTED = 40;

/** The kind of a name in a request, for sentences. */
type Kind = "field" | "query parameter";

/** The refusal of a name that a call does not take. Its sentence names the nearest of `names`, if one is near. */
export function unknownName(kind: Kind, name: string, names: Iterable<string>, path: string[] = []): RefusalItem {
  const quoted = name.replaceAll(/[^\w.-]/g, "?").slice(0, MOST_QUOTED);
  const nearest = nearestName(name, names);
  const remedy = nearest === null ? "Please leave it out." : `Did you mean “${nearest}”?`;
  return {
    message: `This call takes no ${kind} “${quoted}”. ${remedy}`,
    code: "unrecognized_keys",
    field: [...path, name].join(".").slice(0, 200),
  };
}

/**
 * The name that was most likely meant: equal but for case and separators, or up to two insertions, deletions and
 * substitutions away, in long names up to a third of their characters, in very short ones a single one. Null if none is
 * near.
 */
export function nearestName(name: string, names: Iterable<string>): string | null {
  const plain = plainName(name);
  let nearest: { name: string; distance: number } | null = null;
  for (const candidate of names) {
    const distance = editDistance(plain, plainName(candidate));
    const bound = candidate.length < 4 ? 1 : Math.max(2, candidate.length / 3);
    if (distance <= bound && (!nearest || distance < nearest.distance)) nearest = { name: candidate, distance };
  }
  return nearest?.name ?? null;
}

const plainName = (name: string) => name.slice(0, 100).toLowerCase().replaceAll(/[-_.]/g, "");

/** Levenshtein's distance between two short texts, a row of its table at a time. */
function editDistance(one: string, candidate: string): number {
  let row = Array.from({ length: candidate.length + 1 }, (_, column) => column);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= candidate.length; column += 1) {
      const substitution = (row[column - 1] ?? 0) + (one[line - 1] === candidate[column - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[candidate.length] ?? 0;
}
