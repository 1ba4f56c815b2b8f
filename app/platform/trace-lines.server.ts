import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Lines {
  sources: string[];
  /** By lines of the program: which source times 65,536, and its line counted from 1; 0 where none is ours. */
  lines: number[];
}

/**
 * Has traces name our own files and lines in the place of those of the built program at `url`, where the build has left
 * a list of them beside it. It is read with the first trace that anybody asks for.
 */
export function nameOwnLines(url: string): void {
  const file = `${fileURLToPath(url)}.lines.json`;
  if (!existsSync(file)) return;
  let known: Lines | undefined;
  const ownLine = (line: number): string | null => {
    known ??= JSON.parse(readFileSync(file, "utf8")) as Lines;
    const found = known.lines[line - 1];
    return found ? `${known.sources[Math.floor(found / 65_536)]}:${found % 65_536}` : null;
  };
  Error.prepareStackTrace = (error, frames) => {
    const told = frames.map((frame) => {
      const [text, line] = [String(frame), frame.getLineNumber()];
      const own = frame.getFileName() === url && line !== null ? ownLine(line) : null;
      return `\n    at ${own ? text.replace(`${url}:${line}:${frame.getColumnNumber()}`, own) : text}`;
    });
    return Error.prototype.toString.call(error) + told.join("");
  };
}
