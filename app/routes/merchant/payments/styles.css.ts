import { from640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const balance = screens.style({
  display: "grid",
  gap: vars.s12,
  "@media": { [from640]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))" } },
});
export const figure = screens.style({ display: "block", fontSize: vars.t20, fontWeight: 700 });
export const filters = screens.style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "end",
  gap: vars.s12,
  marginBottom: vars.s16,
});
screens.rule(`${filters} > div`, { flex: "1 1 8rem", maxWidth: "14rem" });
export const who = screens.style({ display: "flex", alignItems: "center", gap: vars.s12, fontWeight: 600 });
export const mail = screens.style({ fontSize: vars.t14, overflowWrap: "anywhere" });
/** Breaks date and time, which are too long for half of a phone's line and for seven columns on a tablet. */
export const when = screens.style({ "@container": { "(max-width: 880px)": { whiteSpace: "normal" } } });
