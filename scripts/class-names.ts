import { readdirSync } from "node:fs";
import { createHash } from "node:crypto";
import path from "node:path";

/** What vanilla-extract tells of a class or variable that it wants named. */
interface Named {
  /** A hash of the file, and the count of the name in it. */
  hash: string;
  filePath: string;
}

/**
 * Names for classes in three or four letters, for pages have hundreds: a file's own two or three, in lower case, and a
 * count in capitals. A file keeps its letters when others come, unless they would be another's.
 */
export function shortClassNames(root: string): (named: Named) => string {
  const letters = lettersOf(
    readdirSync(path.join(root, "app"), { recursive: true })
      .map((name) => `app/${String(name).replaceAll(path.sep, "/")}`)
      .filter((name) => name.endsWith(".css.ts"))
      .toSorted(),
  );
  const firsts = new Map<string, number>();
  return ({ hash, filePath }) => {
    const own = letters.get(filePath);
    if (own === undefined) throw new Error(`Styles come from ${filePath}, which is no .css.ts file of app/.`);
    // The first name that a file asks for is its number 0, so what stands before that is the file's hash.
    if (!firsts.has(filePath)) firsts.set(filePath, hash.length - 1);
    return own + inCapitals(Number.parseInt(hash.slice(firsts.get(filePath)), 36));
  };
}

/**
 * Two letters or digits for each file, a letter first; three and more where two are another's. No `a`, for blockers of
 * advertisements hide what begins with `ad`.
 */
function lettersOf(files: string[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    files.map((file) => {
      const digest = BigInt(`0x${createHash("sha256").update(file).digest("hex")}`).toString(36);
      const first = "bcdefghijklmnopqrstuvwxyz"[Number.parseInt(digest.slice(0, 3), 36) % 25] ?? "z";
      let own = first;
      for (const next of digest.slice(3)) {
        own += next;
        if (!taken.has(own)) break;
      }
      taken.add(own);
      return [file, own] as const;
    }),
  );
}

function inCapitals(count: number): string {
  const rest = Math.floor(count / 26);
  return (rest > 0 ? inCapitals(rest - 1) : "") + String.fromCharCode(65 + (count % 26));
}
