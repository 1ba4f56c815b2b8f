import { isOnDevice } from "~/ui/device/on-device";
import { untilAnswered } from "~/ui/line/steady-fetch";
import { ALIVE, IN_PLACE } from "./contract";
import { holdScriptsFor, inTime, isPlain, wantScripts } from "./held-scripts";
import { listen } from "./listen";
import { showBusy } from "./plain-message";
import { asItIs, canBePosted, isPost, postNatively, postPlain } from "./plain-post";

const plainFetch = window.fetch.bind(window);

/** A link or a form that was pressed and has not had its answer. */
interface Press {
  element: HTMLAnchorElement | HTMLFormElement;
  /** By which button: a form may have several, each for something else. */
  button?: HTMLElement | null;
  /** Whether React does it better, and is worth a moment. */
  waits: boolean;
  /** Presses it once more, for React. */
  again(): void;
  leave: AbortController;
  /** Does it without React. `go` leads away from the page; `final` when nothing else can be done first. */
  plain(signal: AbortSignal): Promise<{ go(): void; final?: boolean } | null>;
}

let queue: Press[] = [];
let working = false;
/** Going its own way through the browser just now. */
let released: HTMLFormElement | undefined;
/** Has had its answer, which is on its way: pressed again meanwhile, it would be done twice. */
let answered: Press | undefined;
/** Asked when a finger comes down on a link, so that the press need not wait for it. */
let early: { link: Element; since: number; alive: Promise<boolean> } | undefined;
/** A finger that stays longer, or came down to scroll, says nothing of the line at the press. */
const EARLY_MS = 1000;

/**
 * Takes every press of a link or a form until React is there, so that none is lost and none leads away from the page
 * without a line. What React does in place is left to it where it comes at once. Otherwise a form is posted under the
 * patience of ui/line and its answer followed, and a link is followed once there is a line. `handOver` leaves to React
 * what is pressed from then on; what was pressed before is on its way there.
 */
export const handOver = listen(["pointerdown", "click", "submit"], (event) => {
  if (event.type === "submit") submit(event as SubmitEvent);
  else if (event.type === "click") click(event as MouseEvent);
  else down(event);
});

function down({ target, timeStamp }: Event): void {
  const link = linkOf(target);
  if (link)
    early = {
      link,
      since: timeStamp,
      alive: plainFetch(ALIVE).then(
        ({ ok }) => ok,
        () => false,
      ),
    };
}

function click(event: MouseEvent): void {
  const link = linkOf(event.target);
  const otherwise = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  if (!link || otherwise || event.defaultPrevented) return;
  take(event, {
    element: link,
    waits: link.hasAttribute(IN_PLACE),
    again: () => link.click(),
    leave: new AbortController(),
    async plain(signal) {
      const known = early?.link === link && event.timeStamp - early.since < EARLY_MS && early.alive;
      early = undefined;
      // The worker asks for it, and has it where there is no line.
      if (!(await isOnDevice(link.href)) && !(await known)) await untilAnswered(plainFetch, ALIVE, { signal });
      return { go: () => location.assign(link.href) };
    },
  });
}

/** A link to another page of the shop, to be opened here. */
function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.origin !== location.origin || /^_(?!self)/.test(link.target) || link.hasAttribute("download"))
    return null;
  const here = link.pathname === location.pathname && link.search === location.search;
  return here && link.href.includes("#") ? null : link;
}

function submit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  const button = event.submitter;
  // Conform has its checks run by pressing a button that nobody sees, also a moment before the page is React's.
  // A browser that does not tell which button it was is left alone with its forms.
  if (
    button === undefined ||
    form === released ||
    button?.hidden ||
    event.defaultPrevented ||
    !canBePosted(form, button)
  )
    return;
  if (form === answered?.element && button === answered.button) return event.preventDefault();
  const again = () => (button?.isConnected ? button.click() : form.requestSubmit());
  const key = randomKey();
  const natively = () => {
    released = form;
    postNatively(form, again, key);
    released = undefined;
  };
  const fields = asItIs(form, button, key);
  if (!isPlain()) void wantScripts();
  take(event, {
    element: form,
    button,
    waits: true,
    again,
    leave: new AbortController(),
    async plain(signal) {
      if (isPost(form, button)) return postPlain(plainFetch, form, button, fields, signal, natively);
      await untilAnswered(plainFetch, ALIVE, { signal });
      return { go: natively };
    },
  });
}

function take(event: Event, press: Press): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  // Pressed twice, it is done once; and where somebody wants to go is what was pressed last.
  if (queue.some(({ element, button }) => element === press.element && button === press.button)) return;
  for (const { element, leave } of queue) if (element instanceof HTMLAnchorElement) leave.abort();
  queue.push(press);
  if (!working) void work();
}

/** Hands what was pressed to React, all in its order, if it comes soon enough. */
async function work(): Promise<void> {
  working = true;
  showBusy(true);
  // A form that is pressed from within its own press is not sent.
  await new Promise((resolve) => setTimeout(resolve));
  if (!queue.some(({ waits }) => waits) || !(await inTime())) return holdScriptsFor(plainly());
  handOver();
  showBusy(false);
  for (const { again } of queue) again();
}

async function plainly(): Promise<void> {
  let go: (() => void) | undefined;
  for (let press = queue[0]; press; press = queue[0]) {
    try {
      const answer = await press.plain(press.leave.signal);
      if (answer) ({ go } = answer);
      if (answer && press.element instanceof HTMLFormElement) notAgain(press);
      if (answer?.final) queue = [press];
    } catch {
      // Left for something else.
    }
    queue.shift();
  }
  working = false;
  showBusy(false);
  go?.();
}

const LEAVING_MS = 20_000;

function notAgain(press: Press): void {
  answered = press;
  const over = () => (answered = undefined);
  // Shown again from the browser's memory, or the next page has not come.
  addEventListener("pageshow", over, { once: true });
  setTimeout(over, LEAVING_MS);
}

function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
