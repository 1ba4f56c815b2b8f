import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** A sentence for browsers without scripts. Browsers without `scripting` show it too, where it is also true. */
export const unscripted = screens.style({ "@media": { "(scripting: enabled)": { display: "none" } } });
export const scripted = screens.style({ "@media": { "(scripting: none)": { display: "none" } } });
screens.rule(`${scripted} > * + *`, { marginTop: vars.s16 });
export const problem = screens.style({ color: vars.tomato, fontWeight: 600 });
