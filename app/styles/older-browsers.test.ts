import postcss from "postcss";
import { expect, test } from "vitest";
import { flatLayers, longhands } from "../../scripts/older-browsers";

const flat = (css: string) => postcss([flatLayers()]).process(css, { from: undefined }).css;
const long = (css: string) => postcss([longhands()]).process(css, { from: undefined }).css;

test("a rule of a stronger layer weighs an id more, whatever it is for", () => {
  expect(flat("@layer base{a{top:0}}@layer parts{.card:hover,a.card::before,:root{top:1px}}")).toBe(
    "a:not(#_){top:0}.card:hover,a.card::before,:root{top:1px}"
      .replace(".card:hover", ":not(#_):not(#_):not(#_).card:hover")
      .replace("a.card", "a:not(#_):not(#_):not(#_).card")
      .replace(":root", ":not(#_):not(#_):not(#_):root"),
  );
});

test("groups stay around their rules, and the steps of an animation are left alone", () => {
  expect(flat("@layer layout{@media print{.a{top:0}}@keyframes turn{from{top:0}50%{top:1px}}}")).toBe(
    "@media print{:not(#_):not(#_).a{top:0}}@keyframes turn{from{top:0}50%{top:1px}}",
  );
});

test("the order of layers is said nowhere, for it is in the rules", () => {
  expect(flat("@layer base,parts;@layer tokens{:root{--x:0}}")).toBe(":root{--x:0}");
});

test("a layer that nobody knows is an error", () => {
  expect(() => flat("@layer other{a{top:0}}")).toThrow("There is no layer other.");
});

test("two sides of a kind are said one by one, by their own names where they are alike", () => {
  expect(long("a{padding-inline:1px}")).toBe("a{padding-left:1px;padding-right:1px}");
  expect(long("a{margin-inline:calc(1px + 2px) 0}")).toBe("a{margin-inline-start:calc(1px + 2px);margin-inline-end:0}");
  expect(long("a{padding-block:1px 2px}")).toBe("a{padding-top:1px;padding-bottom:2px}");
  expect(long("a{inset-block:1px auto}")).toBe("a{top:1px;bottom:auto}");
  expect(long("a{margin:1px 2px}")).toBe("a{margin:1px 2px}");
});

test("what stands at the start of a line stands left where a browser knows no start, and is said again for the others", () => {
  expect(long("a{inset-inline:8px auto}")).toBe("a{left:8px;right:auto;inset-inline:8px auto}");
});
