import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isSafe } from "redos-detector";
import ts from "typescript";
import { expect, test } from "vitest";
import { isSample } from "../scripts/gate/sample.mjs";

/* No regular expression of the source backtracks for long, whatever the text. */

/**
 * Digests of the patterns that the checker has judged already, which takes most of this file's time. A sample judges
 * new patterns alone, a whole run all of them. Written by `VERDICTS=write npx vitest run app/linear-patterns`.
 */
const VERDICTS = "app/linear-patterns.txt";

/** Patterns that backtrack, and why nobody can make them do it for long. */
const OURS = "read from the configuration, which whoever runs the service writes";
const PAGE = "read from a page of our own, by the device that has it";
const NAME = "the name of a form's field, whose length is bounded";
const BOUNDED: Record<string, string> = {
  "/%.*$/": "a header has no line break, so that the first % ends it",
  "/(?:^|;\\s*)(?:__Host-)?(authToken|browser)=([^;]*)/g": "no blank is looked at from more than one semicolon",
  "/[^\\s<>\"'():;,]{1,254}@[^\\s<>\"'():;,]{1,254}/g": "at most 254 letters are looked at from each",
  "/\\/(user\\/login(\\/.*)?|user\\/second-factor(\\/.*)?|user\\/tokens|merchant\\/webhooks\\/[^/]+\\/secret|file|file\\/resumable\\/?.*|user\\/pictures|review-link\\/[^/]+\\/pictures)$/":
    "a path has at most 1,024 letters",
  "/\\/+$/": OURS,
  "/\\*([^*\\n]+)\\*/": "no letter is looked at from more than one star",
  "/ ?(?:ext(?:ension|n)?|x|#|dw|durchwahl|poste|int(?:erno)?|toestel|ramal|anexo)[.: ]*(\\d{1,6})$/i":
    "a typed phone has at most 100 letters",
  "/^(\\d[\\d.,]*)\\s*([a-z. ]+)$/i": "a typed content has at most 40 letters",
  '/<(?:link [^>]*href|script [^>]*src|img [^>]*src)="(\\/(?:assets|img)\\/[^"]+)"/g': PAGE,
  '/<link rel="stylesheet" href="([^"]+)"\\/>/g': "no letter is looked at from more than one link",
  "/<script[^>]*>([^]*?)<\\/script>/g": "a page as we render it, where every text of a person holds no <",
  "/<title>([^<]*?)(?: – [^<]*)?<\\/title>/": PAGE,
  "/^\\/(?:api|media|assets)\\/|\\.\\w+$|^\\/(?:healthz|readyz|customer\\/my_data)$/":
    "an address, in the browser that asks for it",
  "/^(\\/img\\/.+)-(\\d+)(\\.\\w+)$/": "the path of a built file",
  "/\\[\\d{3,}\\]|\\[\\d+\\].*\\[\\d+\\]/": NAME,
  "/^(.*)\\[(\\d+)\\]/": NAME,
  "/\\.\\w+$/": NAME,
  "/\\.+$/": "the host of an address, which has at most 2,048 letters",
  "/\\.?0+$/": "a figure of a cell, whose digits are counted before",
  '/^multipart\\/form-data\\b.*?;\\s*boundary=(?:"([^"]+)"|([^\\s;]+))/i':
    "each run of blanks in a header is looked at from the one semicolon before it",
  "/\\s\\S*$/": "155 letters of a description",
  "/^(.{1,16}?)\\1+$/s": OURS,
  "/^(localhost|.+\\.localhost|127(\\.\\d{1,3}){3}|\\[::1\\])$/": OURS,
  "/^[^\\r\\n]*<?[^\\s@<>]+@[^\\s@<>]+>?$/": OURS,
};

function literals(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = readdirSync("app", { recursive: true })
  .map((name) => `app/${String(name).replaceAll("\\", "/")}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.css\.ts$/.test(file));
const patterns = [...new Set(files.flatMap(literals))];

const LIMITS = { maxScore: 200, maxSteps: 20_000 };

function goesBack(literal: string): boolean {
  const end = literal.lastIndexOf("/");
  // The checker does not know the flag `i` together with `u` or `v`.
  const flags = literal.slice(end + 1).replace(/[gdsmy]|i(?=.*[uv])|(?<=[uv].*)i/g, "");
  return !isSafe(new RegExp(literal.slice(1, end), flags), LIMITS).safe;
}

const { version } = JSON.parse(readFileSync("node_modules/redos-detector/package.json", "utf8")) as { version: string };
const digestOf = (literal: string) =>
  createHash("sha256")
    .update(JSON.stringify([version, LIMITS, literal]))
    .digest("hex")
    .slice(0, 24);
const judged = new Map(
  readFileSync(VERDICTS, "utf8")
    .split("\n")
    .map((line) => [line.slice(0, 24), line.slice(25)]),
);
const verdictOf = (literal: string) => (goesBack(literal) ? "goes back" : "linear");

test("every pattern is linear, or stands among those that are bounded otherwise", () => {
  expect(patterns.length).toBeGreaterThan(100);
  const verdicts = new Map(
    patterns.map((literal) => [literal, (isSample && judged.get(digestOf(literal))) || verdictOf(literal)]),
  );
  if (process.env["VERDICTS"] === "write")
    writeFileSync(
      VERDICTS,
      [...verdicts]
        .map(([literal, verdict]) => `${digestOf(literal)} ${verdict}\n`)
        .toSorted()
        .join(""),
    );
  expect(patterns.filter((literal) => verdicts.get(literal) !== "linear").sort()).toEqual(Object.keys(BOUNDED).sort());
  // A whole run compares the verdicts that a sample relies on with the checker's.
  const judgedPatterns = patterns.filter((literal) => judged.has(digestOf(literal)));
  expect(judgedPatterns.filter((literal) => judged.get(digestOf(literal)) !== verdicts.get(literal))).toEqual([]);
});

test("the check knows a pattern that is not", () => {
  expect([goesBack("/^(a+)+$/"), goesBack("/^a+$/")]).toEqual([true, false]);
});
