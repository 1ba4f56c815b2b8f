import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const pieces = screens.style({ minWidth: 0 });
screens.rule(`${pieces} > legend`, { fontWeight: 600, marginBottom: vars.s8 });
/** Under a refund's state: what the provider refused it with. */
export const why = screens.style({ marginTop: vars.s4, overflowWrap: "anywhere" });
