/** Widths at which the pages change shape: cards go from two columns to three, four and five. */
export const from640 = "(min-width: 640px)";
export const from900 = "(min-width: 900px)";
export const from1000 = "(min-width: 1000px)";
export const from1100 = "(min-width: 1100px)";
export const from1180 = "(min-width: 1180px)";
export const from1200 = "(min-width: 1200px)";
export const below640 = "(max-width: 639px)";
export const below900 = "(max-width: 899px)";
export const below1100 = "(max-width: 1099px)";

/** Screens high enough for a sticky bar beside the page. A desktop screen is lower when it is magnified four times. */
export const tall = "(min-height: 400px)";
export const sticksBelow640 = `${below640} and ${tall}`;

/** Container query: a table's panel, not the window, decides when its rows stack. */
export const narrowPanel = "(max-width: 639px)";

/** The system replaces our colours by a few of its own. A line must then say what otherwise only a background says. */
export const forcedColours = "(forced-colors: active)";
export const moreContrast = "(prefers-contrast: more)";
export const motionAllowed = "(prefers-reduced-motion: no-preference)";
export const darkScheme = "(prefers-color-scheme: dark)";
