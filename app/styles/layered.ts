import { globalStyle, style, type GlobalStyleRule, type StyleRule } from "@vanilla-extract/css";
import { layers } from "./layer-names.css";

type Rule = NonNullable<StyleRule["@layer"]>[string];
type GlobalRule = NonNullable<GlobalStyleRule["@layer"]>[string];

function inLayer(layer: string) {
  return {
    /** A class in this layer. */
    style: (rule: Rule) => style({ "@layer": { [layer]: rule } }),
    /** A rule for any selector in this layer. */
    rule: (selector: string, rule: GlobalRule) => globalStyle(selector, { "@layer": { [layer]: rule } }),
  };
}

// Every rule of the product goes through one of these, so none can end up outside the layers.
export const base = inLayer(layers.base);
export const layout = inLayer(layers.layout);
export const parts = inLayer(layers.parts);
export const screens = inLayer(layers.screens);
export const states = inLayer(layers.states);
