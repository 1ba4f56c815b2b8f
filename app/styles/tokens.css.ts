import { assignVars, createGlobalThemeContract, globalStyle } from "@vanilla-extract/css";
import { darkScheme, from640, moreContrast } from "./breakpoints";
import { layers } from "./layer-names.css";

const colours = {
  paper: "paper",
  surface: "surface",
  line: "line",
  edge: "edge",
  ink: "ink",
  softInk: "soft-ink",
  leaf: "leaf",
  leafDark: "leaf-dark",
  leafWash: "leaf-wash",
  onLeaf: "on-leaf",
  tomato: "tomato",
  tomatoWash: "tomato-wash",
  onTomato: "on-tomato",
  honey: "honey",
  honeyDark: "honey-dark",
  honeyWash: "honey-wash",
  clayWash: "clay-wash",
  plumWash: "plum-wash",
  skyWash: "sky-wash",
  awning: "awning",
  stripe: "stripe",
  band: "band",
  counter: "counter",
  shade: "shade",
  float: "float",
} as const;

/**
 * Sizes that never change are written out where they are used: a browser looks up each `var()` for each element that
 * has it, and `8px` is shorter.
 */
const measures = {
  sans: "system-ui, sans-serif",
  serif: 'ui-serif, "Iowan Old Style", Palatino, Georgia, serif',
  t13: ".8125rem",
  t14: ".875rem",
  t16: "1rem",
  t20: "1.25rem",
  t25: "clamp(1.375rem, 1.28rem + .42vw, 1.5625rem)",
  t31: "clamp(1.625rem, 1.47rem + .7vw, 1.9375rem)",
  t39: "clamp(1.9375rem, 1.65rem + 1.25vw, 2.4375rem)",
  s4: "4px",
  s8: "8px",
  s12: "12px",
  s16: "16px",
  s24: "24px",
  s32: "32px",
  s48: "48px",
  s64: "64px",
  rControl: "6px",
  rCard: "14px",
  rPill: "99px",
  touch: "44px",
} as const;

const colourVars = createGlobalThemeContract(colours);
const { gutter } = createGlobalThemeContract({ gutter: "gutter" });

/** Every token as styles write it. Colours depend on the scheme, the gutter on the width: they are `var(--name)`. */
export const vars = { ...colourVars, ...measures, gutter };

const light = assignVars(colourVars, {
  paper: "#FBFAF5",
  surface: "#FFFFFF",
  line: "#E6E3D8",
  edge: "#858D84",
  ink: "#1D2A21",
  softInk: "#57635B",
  leaf: "#1E7A3C",
  leafDark: "#155A2C",
  leafWash: "#E9F4EC",
  onLeaf: "#FFFFFF",
  tomato: "#C8371E",
  tomatoWash: "#FCEDE9",
  onTomato: "#FFFFFF",
  honey: "#B7791F",
  honeyDark: "#7A4D0C",
  honeyWash: "#FDF4E0",
  clayWash: "#F3ECE1",
  plumWash: "#F3EDF5",
  skyWash: "#E8F1F5",
  awning: "#1E7A3C",
  stripe: "#FFFDF6",
  band: "#155A2C",
  counter: "rgb(29 42 33 / .055)",
  shade: "rgb(29 42 33 / .16)",
  float: "0 1px 2px rgb(29 42 33 / .1), 0 8px 24px rgb(29 42 33 / .14)",
});

// Leaf and tomato turn light in the dark, so the text on them turns dark.
const dark = assignVars(colourVars, {
  paper: "#141A16",
  surface: "#1C241F",
  line: "#323D35",
  edge: "#7D897F",
  ink: "#EDF1EA",
  softInk: "#A9B5AC",
  leaf: "#6CC98A",
  leafDark: "#93DDAA",
  leafWash: "#1D3325",
  onLeaf: "#0E1F14",
  tomato: "#FF9A82",
  tomatoWash: "#3A1F19",
  onTomato: "#2B0D06",
  honey: "#E5B25A",
  honeyDark: "#F0C67C",
  honeyWash: "#382B14",
  clayWash: "#2E2820",
  plumWash: "#2C2432",
  skyWash: "#1D2C33",
  awning: "#2C7F4A",
  stripe: "#CBD6C6",
  band: "#17402A",
  counter: "rgb(0 0 0 / .22)",
  shade: "rgb(0 0 0 / .45)",
  float: `0 0 0 1px ${colourVars.line}, 0 8px 24px rgb(0 0 0 / .5)`,
});

// For people who ask for more contrast: soft text and hairlines are as clear as the rest.
const clear = {
  [colourVars.softInk]: "#2E3B32",
  [colourVars.line]: "#8A9089",
  [colourVars.edge]: "#3E4A43",
  [colourVars.leaf]: "#155A2C",
  [colourVars.leafDark]: "#0C3C1C",
  [colourVars.tomato]: "#9E2410",
};
const clearInTheDark = {
  [colourVars.softInk]: "#DCE4DE",
  [colourVars.line]: "#8A968D",
  [colourVars.edge]: "#C9D3CC",
  [colourVars.leaf]: "#9BE3B1",
  [colourVars.leafDark]: "#B9EFC8",
  [colourVars.tomato]: "#FFB3A1",
};

globalStyle(":root", {
  "@layer": {
    [layers.tokens]: {
      colorScheme: "light dark",
      vars: {
        ...light,
        [gutter]: "16px",
      },
      "@media": {
        [from640]: { vars: { [gutter]: "24px" } },
        [darkScheme]: { vars: dark },
        [moreContrast]: { vars: clear },
        [`${moreContrast} and ${darkScheme}`]: { vars: clearInTheDark },
      },
    },
  },
});
