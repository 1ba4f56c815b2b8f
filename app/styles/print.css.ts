import { states } from "./layered";

/* On paper: what was ordered, by whom and for how much. The header, the navigation and the buttons are not printed. */
const onPaper = (selector: string, rule: Record<string, string>) =>
  states.rule(selector, { "@media": { print: rule } });

onPaper("nav, button, dialog, [role=search]", { display: "none" });
onPaper("tr, li, address", { breakInside: "avoid" });
onPaper("h1, h2, h3", { breakAfter: "avoid" });
