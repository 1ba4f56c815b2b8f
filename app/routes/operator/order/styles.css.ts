import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const pieces = screens.style({ minWidth: 0 });
screens.rule(`${pieces} > legend`, { fontWeight: 600, marginBottom: vars.s8 });
/** The provider's reason for refusing a refund, below the refund's state. */
export const why = screens.style({ marginTop: vars.s4, overflowWrap: "anywhere" });
