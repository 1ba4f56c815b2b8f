import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sheetOf } from "../../../scripts/page-sheets";
import { withUsedStyles } from "./used-styles.server";

const page = (body: string) =>
  `<head><style></style><link rel="stylesheet" href="/assets/look.css"/></head><body>${body}</body>`;

/** The part of a sheet that a page with this body carries. */
function stylesFor(css: string, body: string): string {
  const { html } = withUsedStyles(page(body), { "/assets/look.css": sheetOf(css) });
  return /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? "";
}

test("a page carries the rules of its own classes, and of every element, and no others", () => {
  const css = "body{margin:0}.card{color:red;top:0}.table{color:blue}.card .title>b{top:1px}.card .cell{top:2px}";
  expect(stylesFor(css, `<p class="card title">`)).toBe("body{margin:0}.card{color:red;top:0}.card .title>b{top:1px}");
});

test("a class may begin with an underscore, as short names do", () => {
  expect(stylesFor("._1k6kk9z4{top:0}._1k6kk9z5{top:1px}", `<p class="_1k6kk9z4">`)).toBe("._1k6kk9z4{top:0}");
});

test("of a rule for several things, a page carries those that it has", () => {
  expect(stylesFor(".card,.table:hover,h1{top:0}", `<p class="card">`)).toBe(".card,h1{top:0}");
});

test("what holds without a class, or with one of several, is carried", () => {
  const css = ".card:not(.gone:is(.away)){top:0}.card:is(.red,.blue){top:1px}:where(.red,.blue){top:2px}";
  expect(stylesFor(css, `<p class="card">`)).toBe(css);
});

test("groups are carried with what is used of them, and not at all where nothing is", () => {
  const css =
    "@import url(x.css);@supports (top:0){@media (min-width:10px){.card{top:0}}@media print{.table{top:0}}}@supports (top:1px){.table{top:0}}";
  expect(stylesFor(css, `<p class="card">`)).toBe(
    "@import url(x.css);@supports (top:0){@media (min-width:10px){.card{top:0}}}",
  );
});

test("animations and fonts are carried whole", () => {
  const css = "@keyframes turn{0%{top:0}to{top:1px}}@font-face{font-family:x;src:url(x.woff2)}";
  expect(stylesFor(css, "").replace(/;$/, "")).toBe(css);
});

test("a class that only the small script uses counts, wherever the page names it", () => {
  expect(stylesFor(".line{top:0}", `<script data-look="sign,line">`)).toBe(".line{top:0}");
});

test("the policy names what is carried, and the sheets are not asked for yet", () => {
  const { html, sources } = withUsedStyles(page(`<p class="card">`), { "/assets/look.css": sheetOf(".card{top:0}") });
  expect(sources).toEqual([`'sha256-${createHash("sha256").update(".card{top:0}").digest("base64")}'`]);
  expect(html).toContain('<style>.card{top:0}</style><link data-sheet href="/assets/look.css"/>');
  expect(html).not.toContain('rel="stylesheet"');
});

test("what is carried of several sheets stands in their order, before all of them", () => {
  const pageWithBoth = page("").replace("<link", '<link rel="stylesheet" href="/assets/order.css"/><link');
  const { html } = withUsedStyles(pageWithBoth, {
    "/assets/look.css": sheetOf("h1{top:0}"),
    "/assets/order.css": sheetOf("h1{top:1px}"),
  });
  expect(html).toContain("<style>h1{top:1px}h1{top:0}</style><link data-sheet");
});

test("a page with a sheet that is not known links all of them", () => {
  const { html, sources } = withUsedStyles(page(""), {});
  expect(html).toBe(page(""));
  expect(sources).toEqual([`'sha256-${createHash("sha256").digest("base64")}'`]);
});
