import { SENTENCES } from "~/ui/line/sentences";
import { waiting } from "~/ui/line/waiting";
import { HELD_ID, LOOK, type Look } from "./contract";

/* What ui/line/line-message.tsx and ui/loading say, on a page that React has not taken over. */

let look: Look;
let busy = false;
const boxes = new Map<string, HTMLElement>();

/** From here on it is said on the page what waits for the line. */
export function sayWhatWaits(): void {
  const classes = document.getElementById(HELD_ID)?.dataset["look"]?.split(",") ?? [];
  look = Object.fromEntries(LOOK.map((name, n) => [name, classes[n]])) as Look;
  waiting.subscribe(show);
}

/** Whether something is on its way; said once it takes longer than a blink, by the style sheet. */
export function showBusy(now: boolean): void {
  busy = now;
  show();
}

function show(): void {
  const requests = waiting.now();
  const forms = requests.filter(({ kind }) => kind === "form");
  const shown = forms[0] ?? requests[0];
  fill(box("status", look.loading), ...(busy && !shown ? [element("span", look.spinner), " Loading..."] : []));
  const place = box("alert", look.place);
  if (!shown) return fill(place);
  const said = shown.said ?? SENTENCES[shown.kind][shown.cause];
  const again = button("Try again", look.button, () => requests.forEach((request) => request.again()));
  again.disabled = requests.every(({ trying }) => trying);
  const back = button("Change something", `${look.button} ${look.quiet}`, () =>
    forms.forEach((request) => request.stop()),
  );
  const choice = element("div", look.choice, again, ...(forms.length > 0 ? [back] : []));
  const old = place.querySelector("p");
  // A sentence that stays is not read out again.
  if (old?.textContent?.trim() === said) place.querySelector(`.${look.choice.split(" ")[0]}`)?.replaceWith(choice);
  else fill(place, element("div", look.message, words(said), choice));
}

/** What `replaceChildren` does; Chrome has had that since 86, and this script runs from 80 on. */
function fill(place: HTMLElement, ...nodes: (Node | string)[]): void {
  place.textContent = "";
  place.append(...nodes);
}

function words(said: string): HTMLElement {
  const made = element("p", look.words);
  made.append(sign(), ` ${said}`);
  return made;
}

/** Lucide's CircleAlert, as line-message.tsx shows it, drawn by its style, node by node: markup from a string is what the page's policy forbids. */
function sign(): SVGElement {
  const made = drawn("svg", { viewBox: "0 0 24 24", class: look.sign, "aria-hidden": "true" });
  made.append(drawn("circle", { cx: "12", cy: "12", r: "10" }), drawn("path", { d: "M12 8v4m0 4h.01" }));
  return made;
}

function drawn(name: string, attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

/** At the end of the page, where React minds nothing that is not its own. */
function box(role: string, className: string): HTMLElement {
  let made = boxes.get(role);
  if (!made) {
    made = element("div", className);
    made.setAttribute("role", role);
    document.body.append(made);
    boxes.set(role, made);
  }
  return made;
}

function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

function button(label: string, className: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", className, label) as HTMLButtonElement;
  made.type = "button";
  made.addEventListener("click", onClick);
  return made;
}
