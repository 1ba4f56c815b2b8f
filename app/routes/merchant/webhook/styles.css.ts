import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** One long word, to be copied as a whole. */
export const secret = screens.style({ overflowWrap: "anywhere", userSelect: "all" });
/** The answer of somebody's server, however long its words are. */
export const answer = screens.style({ overflowWrap: "anywhere", fontSize: vars.t14 });
