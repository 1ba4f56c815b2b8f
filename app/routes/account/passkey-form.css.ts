import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** A sentence for browsers without scripts. Browsers without `scripting` show it as well, where it is still true. */
export const unscripted = screens.style({ "@media": { "(scripting: enabled)": { display: "none" } } });
export const scripted = screens.style({ "@media": { "(scripting: none)": { display: "none" } } });
screens.rule(`${scripted} > * + *`, { marginTop: vars.s16 });
export const problem = screens.style({ color: vars.tomato, fontWeight: 600 });
