import { motionAllowed } from "./breakpoints";
import { base } from "./layered";
import { vars } from "./tokens.css";

base.rule("*, ::before, ::after", { boxSizing: "border-box" });
base.rule("html", {
  WebkitTextSizeAdjust: "100%",
  textSizeAdjust: "100%",
  // A focused element is scrolled above the bar that sticks to the foot of the screen.
  scrollPaddingBlock: `${vars.s16} 8rem`,
});
base.rule("body", {
  margin: 0,
  background: vars.paper,
  color: vars.ink,
  accentColor: vars.leaf,
  font: `400 ${vars.t16}/1.5 ${vars.sans}`,
  overflowWrap: "break-word",
});
// Text that people write: a word that is wider than its place breaks, and does not widen it. Not for all elements: a
// button or a table cell would break ordinary words to make room.
base.rule("h1, h2, h3, p, dt, dd", { overflowWrap: "anywhere" });
base.rule("h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset, legend", { margin: 0, padding: 0, border: 0, minWidth: 0 });
base.rule("ul, ol", { listStyle: "none" });
base.rule("h1, h2", {
  font: `600 ${vars.t25}/1.2 ${vars.serif}`,
  letterSpacing: "-.01em",
  textWrap: "balance",
});
base.rule("h1", { fontSize: vars.t31 });
base.rule("h3", { fontSize: vars.t16, lineHeight: 1.3, fontWeight: 600 });
base.rule("img, svg", { display: "block", maxWidth: "100%", height: "auto" });
base.rule("[hidden]", { display: "none !important" });
base.rule("a", { color: vars.leaf, textUnderlineOffset: ".18em", textDecorationThickness: "1px" });
base.rule("a:hover", { color: vars.leafDark, textDecorationThickness: "2px" });
base.rule(":focus-visible", { outline: `2px solid ${vars.leaf}`, outlineOffset: "2px", borderRadius: vars.rControl });
// A heading or `main` that scripts move the focus to is no control: no ring on arrival.
base.rule("h1[tabindex='-1']:focus-visible, main:focus-visible", { outline: 0 });
base.rule("button, input, select, textarea", { font: "inherit", color: "inherit" });
base.rule("summary", { cursor: "pointer", listStyle: "none" });
base.rule("summary::-webkit-details-marker", { display: "none" });
base.rule("table", { width: "100%", borderCollapse: "collapse" });
base.rule("th", { fontSize: vars.t13, fontWeight: 500, color: vars.softInk, textAlign: "start" });
base.rule("label, legend", { fontWeight: 600 });
base.rule("a, button", {
  "@media": { [motionAllowed]: { transition: "background-color .12s, color .12s, border-color .12s" } },
});
