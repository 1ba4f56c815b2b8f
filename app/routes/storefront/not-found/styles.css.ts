import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const search = screens.style({ display: "flex", gap: vars.s8, justifyContent: "center" });
screens.rule(`${search} > :first-child`, { flex: "0 1 22rem" });
export const onward = screens.style({ justifyContent: "center", marginTop: vars.s16 });
screens.rule(`${onward} a`, { display: "inline-flex", alignItems: "center", minHeight: vars.touch });
