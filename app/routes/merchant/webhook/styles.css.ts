import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** One long word, to be copied as a whole. */
export const secret = screens.style({ overflowWrap: "anywhere", userSelect: "all" });
/** What somebody's server has said, however long its words are. */
export const answer = screens.style({ overflowWrap: "anywhere", fontSize: vars.t14 });
