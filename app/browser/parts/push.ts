import { WORKER } from "~/ui/device/contract";
import { PUSH_ENDPOINT, PUSH_KEY } from "~/ui/push/contract";

const BLOCKED = "This browser does not let the shop show notices. Its settings for this site can change that.";
const FAILED = "This browser could not be reached by its push service. Press the button once more, or later.";

/**
 * Enhances the panel of browser notices, which is hidden until this script knows that the browser can show them. A
 * press of its form asks the person and the browser's push service, and sends the form with the subscription.
 */
export function attach(panel: HTMLElement): void {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return;
  const show = () => void showIn(panel);
  // An answer in place changes the panel back to what the server renders.
  new MutationObserver(show).observe(panel, { subtree: true, childList: true, attributeFilter: ["hidden"] });
  show();
  let isBusy = false;
  panel.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>(`[${PUSH_KEY}] button`);
    if (!button?.form) return;
    const { form } = button;
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    button.setAttribute("aria-busy", "true");
    tell(form, "");
    void subscribed(form.getAttribute(PUSH_KEY)!)
      .then((subscription) => {
        (form.elements.namedItem("subscription") as HTMLInputElement).value = JSON.stringify(subscription);
        form.requestSubmit(button);
      })
      .catch(() => tell(form, Notification.permission === "denied" ? BLOCKED : FAILED))
      .finally(() => {
        isBusy = false;
        button.removeAttribute("aria-busy");
      });
  });
}

/** Shows the panel. Shows its form only if this browser does not get notices yet. */
async function showIn(panel: HTMLElement): Promise<void> {
  if (panel.hidden) panel.hidden = false;
  const form = panel.querySelector<HTMLElement>(`[${PUSH_KEY}]`);
  if (!form) return;
  const hash = await hashOfOwn();
  const isTold = hash !== null && panel.querySelector(`[${PUSH_ENDPOINT}="${hash}"]`) !== null;
  if (form.hidden !== isTold) form.hidden = isTold;
}

/** The SHA-256 hash, in hex, of this browser's push endpoint; null without a subscription. */
async function hashOfOwn(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return null;
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function subscribed(publicKey: string): Promise<PushSubscriptionJSON> {
  await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const letters = atob(publicKey.replaceAll("-", "+").replaceAll("_", "/"));
  const applicationServerKey = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  // An older subscription belongs to older keys of the market, or to nobody any more.
  await (await pushManager.getSubscription())?.unsubscribe();
  return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
}

/** Shows above the form why this browser cannot get notices. An empty `problem` hides the message. */
function tell(form: HTMLFormElement, problem: string): void {
  const place = form.querySelector<HTMLElement>("[role=alert]");
  if (!place) return;
  place.textContent = problem;
  place.hidden = problem === "";
}
