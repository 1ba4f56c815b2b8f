import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** One long word, to be copied as a whole. */
export const secret = screens.style({ overflowWrap: "anywhere", userSelect: "all" });
/** The answer of a merchant's server, which may have long words. */
export const answer = screens.style({ overflowWrap: "anywhere", fontSize: vars.t14 });
