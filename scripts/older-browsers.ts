import { list, type AtRule, type Declaration, type Plugin, type Rule } from "postcss";
import { LAYERS } from "../app/styles/layer-order";

/*
 * Style sheets for the last browsers of some phones: Chrome 81 on Android 4.4, Chrome 95 on Android 5, Firefox 84 on
 * KaiOS 3. These browsers skip what they do not know: a cascade layer with everything in it.
 */

/** Matches no element of any page. Excluding it gives a selector the weight of an id. */
const ABSENT = ":not(#_)";

/**
 * Replaces cascade layers for browsers that have none. A rule weighs one id more than the rules of the layer below, so
 * that only the layer decides, and not the order of the sheets.
 */
export function flatLayers(): Plugin {
  return {
    postcssPlugin: "flat-layers",
    OnceExit(root) {
      root.walkAtRules("layer", (layer) => {
        if (layer.nodes) layer.replaceWith(flattened(layer));
        else layer.remove();
      });
    },
  };
}

function flattened(layer: AtRule): AtRule["nodes"] {
  const level = LAYERS.findIndex((name) => name === layer.params);
  if (level < 0) throw layer.error(`There is no layer ${layer.params}.`);
  layer.walkRules((rule) => {
    if (!isStep(rule)) rule.selectors = rule.selectors.map((selector) => heavier(selector, level));
  });
  return layer.nodes;
}

/** Whether a rule is a step of an animation: `from`, `50%`. */
const isStep = ({ parent }: Rule) => parent?.type === "atrule" && (parent as AtRule).name.endsWith("keyframes");

/** The name of an element must come first in a selector, so the added weight follows it. */
const heavier = (selector: string, level: number) =>
  selector.replace(/^(?:[a-z][\w-]*|\*)?/i, (name) => name + ABSENT.repeat(level));

/** Splits a declaration of two sides into one per side, for browsers that do not know the short form. */
export function longhands(): Plugin {
  return {
    postcssPlugin: "longhands",
    OnceExit(root) {
      root.walkDecls(/^(?:margin|padding|inset)-(?:inline|block)$/, sideBySide);
    },
  };
}

function sideBySide(declaration: Declaration): void {
  const [property = "", axis] = declaration.prop.split("-");
  const [first = "", second = first] = list.space(declaration.value);
  const differs = axis === "inline" && first !== second;
  const isInset = property === "inset";
  // A browser that does not know `inline-start` shows text from the left. For the others the declaration is repeated.
  const start = differs && !isInset ? "inline-start" : axis === "block" ? "top" : "left";
  const end = { "inline-start": "inline-end", top: "bottom", left: "right" }[start];
  declaration.cloneBefore({ prop: isInset ? start : `${property}-${start}`, value: first });
  declaration.cloneBefore({ prop: isInset ? end : `${property}-${end}`, value: second });
  if (!(differs && isInset)) declaration.remove();
}

/** Browser versions for the minifier: with newer ones it would join four sides into one declaration again. */
export const CSS_TARGET = ["chrome79", "firefox72", "safari12"];
