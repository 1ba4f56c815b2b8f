import { SENTENCES } from "~/ui/line/sentences";
import { waiting } from "~/ui/line/waiting";
import { LOOK, SCRIPTS_ID, type Look } from "~/ui/page-scripts/contract";

let look: Look;
let busy = false;
let leave: (() => void) | undefined;
const boxes = new Map<string, HTMLElement>();

/** From now on, shows on the page which requests wait for a connection. */
export function sayWhatWaits(): void {
  const classes = document.getElementById(SCRIPTS_ID)?.dataset["look"]?.split(",") ?? [];
  look = Object.fromEntries(LOOK.map((name, n) => [name, classes[n]])) as Look;
  waiting.subscribe(show);
}

/** Shows or hides that a request is in progress. The style sheet delays it, so that a quick answer shows nothing. */
export function showBusy(now: boolean): void {
  busy = now;
  show();
}

/** Offers to leave without the form that waits for a connection. The offer ends when no form waits any more. */
export function offerToLeave(go: () => void): void {
  leave = go;
  show();
}

function show(): void {
  const requests = waiting.now();
  const forms = requests.filter(({ kind }) => kind === "form");
  if (forms.length === 0) leave = undefined;
  const firstRequest = forms[0] ?? requests[0];
  fill(box("status", look.loading), ...(busy && !firstRequest ? [element("span", look.spinner), " Loading..."] : []));
  const place = box("alert", look.place);
  if (!firstRequest) return fill(place);
  const sentence = firstRequest.said ?? SENTENCES[firstRequest.kind][firstRequest.cause];
  const retryButton = button("Try again", look.button, () => requests.forEach((request) => request.again()));
  retryButton.disabled = requests.every(({ trying }) => trying);
  const back = button("Change something", `${look.button} ${look.quiet}`, () =>
    forms.forEach((request) => request.stop()),
  );
  const ways = leave ? [back, button("Leave without sending", `${look.button} ${look.quiet}`, leave)] : [back];
  const choice = element("div", look.choice, retryButton, ...(forms.length > 0 ? ways : []));
  const old = place.querySelector("p");
  // An unchanged sentence stays, so that screen readers do not read it again.
  if (old?.textContent?.trim() === sentence) place.querySelector(`.${look.choice.split(" ")[0]}`)?.replaceWith(choice);
  else fill(place, element("div", look.message, words(sentence), choice));
}

/** A replacement for `replaceChildren`, which Chrome has had since 86; this script runs from 80 on. */
function fill(place: HTMLElement, ...nodes: (Node | string)[]): void {
  place.textContent = "";
  place.append(...nodes);
}

function words(sentence: string): HTMLElement {
  const paragraph = element("p", look.words);
  paragraph.append(sign(), ` ${sentence}`);
  return paragraph;
}

/** Lucide's CircleAlert, built node by node, because the page's policy forbids markup from a string. */
function sign(): SVGElement {
  const icon = svgElement("svg", { viewBox: "0 0 24 24", class: look.sign, "aria-hidden": "true" });
  icon.append(svgElement("circle", { cx: "12", cy: "12", r: "10" }), svgElement("path", { d: "M12 8v4m0 4h.01" }));
  return icon;
}

function svgElement(name: string, attributes: Record<string, string>): SVGElement {
  const svgNode = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) svgNode.setAttribute(attribute, value);
  return svgNode;
}

/** Returns the message box of a role. It is at the end of the page, where answers in place leave it alone. */
function box(role: string, className: string): HTMLElement {
  let box = boxes.get(role);
  if (!box) {
    box = element("div", className);
    box.setAttribute("role", role);
    document.body.append(box);
    boxes.set(role, box);
  }
  return box;
}

function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const node = document.createElement(name);
  node.className = className;
  node.append(...children);
  return node;
}

function button(label: string, className: string, onClick: () => void): HTMLButtonElement {
  const control = element("button", className, label) as HTMLButtonElement;
  control.type = "button";
  control.addEventListener("click", onClick);
  return control;
}
