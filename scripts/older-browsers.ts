import { list, type AtRule, type Declaration, type Plugin, type Rule } from "postcss";
import { LAYERS } from "../app/styles/layer-order";

/*
 * Style sheets for browsers that some phones end with: Chrome 81 on Android 4.4, Chrome 95 on Android 5, Firefox 84 on
 * KaiOS 3. They pass over what they do not know, a cascade layer with all that is in it.
 */

/** An element that no page has: where it is asked not to be, a selector weighs as much as by an id. */
const ABSENT = ":not(#_)";

/**
 * Cascade layers for browsers that have none: each rule of a layer weighs an id more than those of the layer below it, so
 * that strength hangs on the layer alone, whichever sheet comes first.
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

/** The steps of an animation: `from`, `50%`. */
const isStep = ({ parent }: Rule) => parent?.type === "atrule" && (parent as AtRule).name.endsWith("keyframes");

/** The name of an element comes first in what a selector asks of it. */
const heavier = (selector: string, level: number) =>
  selector.replace(/^(?:[a-z][\w-]*|\*)?/i, (name) => name + ABSENT.repeat(level));

/** Two sides in one declaration, for browsers that know one side at a time. */
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
  // A browser that does not know where a line begins has its words from the left; for the others it is said again.
  const start = differs && !isInset ? "inline-start" : axis === "block" ? "top" : "left";
  const end = { "inline-start": "inline-end", top: "bottom", left: "right" }[start];
  declaration.cloneBefore({ prop: isInset ? start : `${property}-${start}`, value: first });
  declaration.cloneBefore({ prop: isInset ? end : `${property}-${end}`, value: second });
  if (!(differs && isInset)) declaration.remove();
}

/** Features that the minifier may write: it would put four sides together again. */
export const CSS_TARGET = ["chrome79", "firefox72", "safari12"];
