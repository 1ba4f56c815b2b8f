import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";
import { FAILED } from "~/ui/regions/contract";

/** The country and its button in a line that wraps. */
export const country = screens.style({ display: "flex", flexWrap: "wrap", gap: vars.s8 });
// A select is as wide as its longest option, which is wider than a phone.
export const unscripted = screens.style({ "@media": { "(scripting: enabled)": { display: "none" } } });
screens.rule(`${country} > select`, { flex: "1 1 12rem", width: "auto", minWidth: 0 });
screens.rule(`${country}[${FAILED}] > ${unscripted}`, { display: "inline-flex" });
