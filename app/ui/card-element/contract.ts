/* The payment page and `app/browser/parts/card-element.ts` share these names. */

/** In `data-card`, as JSON. */
export interface CardSettings {
  publishableKey: string;
  /** Where the provider's script is when its API is not at Stripe's own address; null for Stripe's. */
  script: string | null;
  clientSecret: string;
  /** The words of the button, and its words while the payment is under way. */
  pay: string;
  paying: string;
  /** Said while the form is on its way, and where it could not be loaded. */
  hints: Record<"waiting" | "failed", string>;
  /** Before the reason for which a card was refused, and in place of one that is not the card's. */
  refused: string;
  unexpected: string;
  /** The shop's colours, as names of custom properties, and its measures. */
  look: Record<"surface" | "leaf" | "ink" | "softInk" | "tomato" | "edge" | "radius", string>;
  /** The class of elements that are measured and not seen. */
  unseen: string;
}

/** Attributes of the elements: the whole panel, the card's form, the plain way to pay, and the other ways beside it. */
export const CARD = "data-card";
export const CARD_FORM = "data-card-form";
export const CARD_MOUNT = "data-card-mount";
export const CARD_PROBLEM = "data-card-problem";
export const CARD_PLAIN = "data-card-plain";
export const CARD_OTHER = "data-card-other";
