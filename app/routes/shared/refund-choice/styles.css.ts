import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const line = screens.style({ minWidth: 0 });
screens.rule(`${line} > legend`, { fontWeight: 600, marginBottom: vars.s8, overflowWrap: "anywhere" });
export const problem = screens.style({ color: vars.tomato, fontWeight: 600 });
export const sums = screens.style({ maxWidth: "30rem" });
/** Keeps a figure whole beside a long name. */
screens.rule(`${sums} dd`, { flexShrink: 0, whiteSpace: "nowrap" });
