import type { Appearance, Stripe, StripeElements } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { darkScheme } from "~/styles/breakpoints";
import {
  CARD,
  CARD_FORM,
  CARD_MOUNT,
  CARD_OTHER,
  CARD_PLAIN,
  CARD_PROBLEM,
  type CardSettings,
} from "~/ui/card-element/contract";
import { KEEPS_ITSELF } from "../from-script";

/** Milliseconds to wait for the card form, which another site's script shows. */
const PATIENCE_MS = 10_000;

/**
 * Shows Stripe's Payment Element in place of the plain way to pay. If it is blocked or takes too long, the plain way
 * stays for good, because a late form must not move the page under somebody's finger.
 */
export function attach(panel: HTMLElement): void {
  const settings = JSON.parse(panel.getAttribute(CARD)!) as CardSettings;
  const part = (name: string) => panel.querySelector<HTMLElement>(`[${name}]`)!;
  const [form, plain] = [part(CARD_FORM), part(CARD_PLAIN)];
  panel.setAttribute(KEEPS_ITSELF, "");
  let isOver = false;
  const fail = () => {
    if (isOver) return;
    isOver = true;
    form.hidden = true;
    say(settings.hints.failed);
  };
  const ready = () => {
    if (isOver) return;
    isOver = true;
    form.classList.remove(settings.unseen);
    plain.hidden = true;
    part(CARD_OTHER).hidden = false;
  };
  const say = (hint: string) => (plain.querySelector("[role=status]")!.textContent = hint);

  say(settings.hints.waiting);
  form.hidden = false;
  setTimeout(fail, PATIENCE_MS);
  // A page that comes back from the browser's memory may show a payment that was made long ago.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  openStripe(settings).then((stripe) => {
    const elements = stripe.elements({
      clientSecret: settings.clientSecret,
      appearance: appearance(settings),
      loader: "never",
    });
    matchMedia(darkScheme).addEventListener("change", () => elements.update({ appearance: appearance(settings) }));
    const element = elements.create("payment", { layout: "tabs" });
    element.on("ready", ready);
    element.on("loaderror", fail);
    element.mount(part(CARD_MOUNT));
    const button = form.querySelector("button")!;
    button.addEventListener("click", () => void pay(stripe, elements, button, part(CARD_PROBLEM), settings));
  }, fail);
}

/** Loads Stripe's script and opens it with our key. Rejects when it cannot be loaded. */
async function openStripe({ publishableKey, script }: CardSettings): Promise<Stripe> {
  if (script) await loadScript(script);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe's script did not open.");
  return stripe;
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: address });
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error("The card provider's script did not load.")));
    document.head.append(script);
  });
}

async function pay(
  stripe: Stripe,
  elements: StripeElements,
  button: HTMLButtonElement,
  problem: HTMLElement,
  settings: CardSettings,
): Promise<void> {
  const busy = (now: boolean) => {
    button.disabled = now;
    if (now) button.setAttribute("aria-busy", "true");
    else button.removeAttribute("aria-busy");
    button.textContent = now ? settings.paying : settings.pay;
  };
  const tell = (sentence: string) => {
    problem.hidden = sentence === "";
    problem.querySelector("span")!.textContent = sentence;
  };
  busy(true);
  tell("");
  const outcome = await confirm(stripe, elements, settings).catch(() => ({ problem: settings.unexpected }));
  // The button stays busy until the next page is there.
  if ("to" in outcome) return location.assign(outcome.to);
  tell(outcome.problem);
  busy(false);
}

/**
 * Confirms the payment. Returns the address to go to, or the sentence that says why it failed.
 * Source: specification §4, §8.
 */
async function confirm(
  stripe: Stripe,
  elements: StripeElements,
  { refused, unexpected }: CardSettings,
): Promise<{ to: string } | { problem: string }> {
  const back = `${location.origin}/checkout_success`;
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: back },
    redirect: "if_required",
  });
  if (paymentIntent) return { to: `${back}?payment_intent=${paymentIntent.id}` };
  // The payment was made or given up in another tab. The shop knows which.
  if (error.code === "payment_intent_unexpected_state")
    return { to: error.payment_intent ? `${back}?payment_intent=${error.payment_intent.id}` : "/checkout/payment" };
  const isOfCard = error.type === "card_error" || error.type === "validation_error";
  return { problem: isOfCard ? `${refused} ${error.message ?? "The card was refused."}` : unexpected };
}

/** The current value of a token such as `var(--leaf)`: a colour that a frame of another site understands. */
function colour(token: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(token)?.[1] ?? "";
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** The shop's colours and measures for the provider's element, light or dark as the site is. */
function appearance({ look }: CardSettings): Appearance {
  const [surface, leaf, ink] = [colour(look.surface), colour(look.leaf), colour(look.ink)];
  const [softInk, tomato, edge] = [colour(look.softInk), colour(look.tomato), colour(look.edge)];
  const ring = `0 0 0 2px ${surface}, 0 0 0 4px ${leaf}`;
  return {
    theme: matchMedia(darkScheme).matches ? "night" : "stripe",
    variables: {
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSizeBase: "16px",
      fontLineHeight: "1.5",
      spacingUnit: "4px",
      borderRadius: look.radius,
      gridRowSpacing: "16px",
      gridColumnSpacing: "16px",
      colorPrimary: leaf,
      colorBackground: surface,
      colorText: ink,
      colorTextSecondary: softInk,
      colorTextPlaceholder: softInk,
      colorDanger: tomato,
      iconColor: softInk,
    },
    rules: {
      ".Label": { fontSize: "16px", fontWeight: "600", color: ink, marginBottom: "4px" },
      ".Input": { padding: "10px 12px", border: `1px solid ${edge}`, boxShadow: "none" },
      ".Input:focus": { borderColor: leaf, boxShadow: ring, outline: "none" },
      ".Input--invalid": { borderColor: tomato, boxShadow: "none" },
      ".Error": { fontSize: "14px", color: tomato },
    },
  };
}
