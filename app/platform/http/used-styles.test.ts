import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sheetOf } from "../../../scripts/page-sheets";
import { withUsedStyles } from "./used-styles.server";

const page = (body: string) =>
  `<head><link rel="stylesheet" href="/assets/look.css"/></head><body>${body}</body><script data-files="/assets/a.js"></script>`;

/** What is carried of a sheet by a page with this body. */
function carried(css: string, body: string): string {
  const { html } = withUsedStyles(page(body), { "/assets/look.css": sheetOf(css) });
  return /<style data-href="\/assets\/look.css">([^]*?)<\/style>/.exec(html)?.[1] ?? "";
}

test("a page carries the rules of its own classes, and of every element, and no others", () => {
  const css = "body{margin:0}.card{color:red;top:0}.table{color:blue}.card .title>b{top:1px}.card .cell{top:2px}";
  expect(carried(css, `<p class="card title">`)).toBe("body{margin:0}.card{color:red;top:0}.card .title>b{top:1px}");
});

test("of a rule for several things, a page carries those that it has", () => {
  expect(carried(".card,.table:hover,h1{top:0}", `<p class="card">`)).toBe(".card,h1{top:0}");
});

test("what holds without a class, or with one of several, is carried", () => {
  const css = ".card:not(.gone:is(.away)){top:0}.card:is(.red,.blue){top:1px}:where(.red,.blue){top:2px}";
  expect(carried(css, `<p class="card">`)).toBe(css);
});

test("groups are carried with what is used of them, and not at all where nothing is", () => {
  const css =
    "@layer base,parts;@layer parts{@media (min-width:10px){.card{top:0}}@media print{.table{top:0}}}@supports (top:0){.table{top:0}}";
  expect(carried(css, `<p class="card">`)).toBe(
    "@layer base,parts;@layer parts{@media (min-width:10px){.card{top:0}}}",
  );
});

test("animations and fonts are carried whole", () => {
  const css = "@keyframes turn{0%{top:0}to{top:1px}}@font-face{font-family:x;src:url(x.woff2)}";
  expect(carried(css, "").replace(/;$/, "")).toBe(css);
});

test("a class that only the small script uses counts, wherever the page names it", () => {
  expect(carried(".line{top:0}", `<script data-look="{&quot;place&quot;:&quot;line&quot;}">`)).toBe(".line{top:0}");
});

test("the policy names what is carried, and scripts bring the sheet whole", () => {
  const { html, sources } = withUsedStyles(page(`<p class="card">`), { "/assets/look.css": sheetOf(".card{top:0}") });
  expect(sources).toEqual([`'sha256-${createHash("sha256").update(".card{top:0}").digest("base64")}'`]);
  expect(html).toContain(`data-files="/assets/look.css /assets/a.js"`);
  expect(html).not.toContain("<link");
});

test("a sheet that is not known stays linked", () => {
  expect(withUsedStyles(page(""), {})).toEqual({ html: page(""), sources: [] });
});
