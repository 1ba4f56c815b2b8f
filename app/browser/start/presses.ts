import { isOnDevice } from "~/ui/device/on-device";
import { ALIVE, IN_PLACE } from "~/ui/page-scripts/contract";
import { listen } from "./listen";
import { inPlace, isPlain, loadInPlace } from "./load-in-place";
import { waiting } from "~/ui/line/waiting";
import { offerToLeave, showBusy } from "./plain-message";
import {
  addressWith,
  fieldsAtPress,
  canBePosted,
  isPost,
  postNatively,
  postPlain,
  requestPatiently,
} from "./plain-post";

/** A link or a form that was pressed and has had no answer yet. */
interface Press {
  element: HTMLAnchorElement | HTMLFormElement;
  /** The button that was pressed. A form may have several, each with its own purpose. */
  button?: HTMLElement | null;
  /** Whether it changes something. */
  isPost?: boolean;
  leave: AbortController;
  /** Sends the request. `go` leaves the page. If `final`, presses that still wait are dropped. */
  answer(signal: AbortSignal): Promise<{ go(): void; final?: boolean } | null>;
}

let queue: Press[] = [];
let working = false;
/** The form that the browser itself is sending just now. */
let released: HTMLFormElement | undefined;
/** The press whose next page is loading. The same press of a form is ignored, so that it is not carried out twice. */
let answeredPress: Press | undefined;
/** The connection check that starts when a finger touches a link, so that the press need not wait for it. */
let early: { link: Element; since: number; alive: Promise<boolean> } | undefined;
/** Milliseconds for which that check counts. If the finger stays longer or scrolls, the check is out of date. */
const EARLY_MS = 1000;

/**
 * Handles every press of a link or a form, so that none is lost and none leaves the page without a connection. A form
 * is posted with the retries of ui/line, and its answer is shown or followed. A link is followed once there is a
 * connection.
 */
export function takePresses(): void {
  listen(["pointerdown", "click", "submit"], (event) => {
    if (event.type === "submit") submit(event as SubmitEvent);
    else if (event.type === "click") click(event as MouseEvent);
    else down(event);
  });
}

function down({ target, timeStamp }: Event): void {
  const link = linkOf(target);
  if (link)
    early = {
      link,
      since: timeStamp,
      alive: fetch(ALIVE).then(
        ({ ok }) => ok,
        () => false,
      ),
    };
}

function click(event: MouseEvent): void {
  const link = linkOf(event.target);
  const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  // While the next page is loading, the browser itself follows the link that was pressed last.
  const isLeaving = answeredPress && !working;
  if (!link || opensElsewhere || event.defaultPrevented || isLeaving) return;
  take(event, {
    element: link,
    leave: new AbortController(),
    async answer(signal) {
      if (await shownInPlace(link, link.href, signal)) return null;
      const isEarlyPress = early?.link === link && event.timeStamp - early.since < EARLY_MS && early.alive;
      early = undefined;
      // A page on the device needs no check: the worker requests it, and shows its copy if there is no connection.
      if (!(await isOnDevice(link.href)) && !(await isEarlyPress)) await requestPatiently(ALIVE, signal);
      // A download does not leave the page.
      if (/\.\w+$/.test(link.pathname)) {
        location.assign(link.href);
        return null;
      }
      return { go: () => location.assign(link.href) };
    },
  });
}

/** Shows the page of a link or form with `IN_PLACE` within the open page. False if the browser is to load it. */
async function shownInPlace(element: HTMLElement, address: string, signal: AbortSignal): Promise<boolean> {
  const mode = element.getAttribute(IN_PLACE);
  const page = mode !== null && (await inPlace());
  if (page)
    await page.open(address, (path) => requestPatiently(path, signal), { replace: mode === "replace", by: element });
  return Boolean(page);
}

/** The link around `target`, if it leads to another page of the shop in this window; otherwise null. */
function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.origin !== location.origin || /^_(?!self)/.test(link.target) || link.hasAttribute("download"))
    return null;
  const isSamePage = link.pathname === location.pathname && link.search === location.search;
  return isSamePage && link.href.includes("#") ? null : link;
}

function submit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  const button = event.submitter;
  // A browser that does not tell which button was pressed sends its forms itself.
  if (button === undefined || form === released || event.defaultPrevented || !canBePosted(form, button)) return;
  if (form === answeredPress?.element && button === answeredPress.button) return event.preventDefault();
  const repeatPress = () => (button?.isConnected ? button.click() : form.requestSubmit());
  const key = randomKey();
  const natively = () => {
    released = form;
    postNatively(form, repeatPress, key);
    released = undefined;
  };
  const fields = fieldsAtPress(form, button, key);
  if (!isPlain()) void loadInPlace();
  take(event, {
    element: form,
    button,
    isPost: isPost(form, button),
    leave: new AbortController(),
    async answer(signal) {
      if (isPost(form, button)) return postPlain(form, button, fields, signal, natively);
      if (await shownInPlace(form, addressWith(form, fields), signal)) return null;
      await requestPatiently(ALIVE, signal);
      return { go: natively };
    },
  });
}

function take(event: Event, press: Press): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  const same = queue.find(({ element, button }) => element === press.element && button === press.button);
  // A link or a post that is pressed twice is carried out once. A form that asks for a page may have changed since.
  if (same && (same.isPost || same.element instanceof HTMLAnchorElement)) return;
  // A form that waits for a connection is dropped for another page only if the person says so.
  if (!press.isPost && waiting.now().some(({ kind }) => kind === "form"))
    return offerToLeave(() => {
      for (const { leave } of queue) leave.abort();
      queue.push(press);
    });
  // The last press decides which page to open.
  for (const { isPost: changes, leave } of queue) if (!changes) leave.abort();
  queue.push(press);
  if (!working) void work();
}

async function work(): Promise<void> {
  working = true;
  showBusy(true);
  // A browser does not send a form that is submitted during its own submit event.
  await new Promise((resolve) => setTimeout(resolve));
  let go: (() => void) | undefined;
  for (let press = queue[0]; press; press = queue[0]) {
    try {
      const answer = await press.answer(press.leave.signal);
      if (answer) ({ go } = answer);
      if (answer) notAgain(press);
      if (answer?.final) queue = [press];
    } catch {
      // Aborted for another press.
    }
    queue.shift();
  }
  working = false;
  if (!go) return showBusy(false);
  const onPageShow = () => showBusy(false);
  // Ends the busy state if the browser shows this page again from its memory, or if the next page does not come.
  addEventListener("pageshow", onPageShow, { once: true });
  setTimeout(onPageShow, LEAVING_MS);
  go();
}

const LEAVING_MS = 20_000;

function notAgain(press: Press): void {
  answeredPress = press;
  const over = () => (answeredPress = undefined);
  addEventListener("pageshow", over, { once: true });
  setTimeout(over, LEAVING_MS);
}

/** 128 random bits, as digits and hyphens. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
