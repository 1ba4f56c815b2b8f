import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ownScripts, scriptMark } from "./own-scripts.server";

const hashOf = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

test("only scripts that carry the mark are allowed, and the page does not show it", () => {
  const mark = scriptMark();
  const page = (own: string) =>
    `<p><script>planted()</script><script nonce="guessed">planted()</script></p><script${own}>ours()</script>` +
    `<script${own} type="module" async="" src="/a.js"></script>`;
  expect(ownScripts(page(` nonce="${mark}"`), mark)).toEqual({ html: page(""), sources: [hashOf("ours()")] });
});

test("a script that swallows ours is not allowed in its place", () => {
  const mark = scriptMark();
  const { sources } = ownScripts(`<p><script>planted(); //<script nonce="${mark}">ours()</script>`, mark);
  expect(sources).toEqual([hashOf("ours()")]);
});

test("each rendering has a word of its own", () => {
  expect(new Set([scriptMark(), scriptMark()]).size).toBe(2);
});
