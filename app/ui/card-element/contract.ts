/* The payment page and `app/browser/parts/card-element.ts` share these names. */

/** The JSON in `data-card`. */
export interface CardSettings {
  publishableKey: string;
  /** The address of the provider's script if its API is not at Stripe's own address; null for Stripe's. */
  script: string | null;
  clientSecret: string;
  /** The words of the button, and its words while the payment is under way. */
  pay: string;
  paying: string;
  /** Shown while the form is loading, and when it could not be loaded. */
  hints: Record<"waiting" | "failed", string>;
  /** The words before the reason why a card was refused, and the sentence for a failure that is not the card's. */
  refused: string;
  unexpected: string;
  /** The shop's colours, as names of custom properties, and its measures. */
  look: Record<"surface" | "leaf" | "ink" | "softInk" | "tomato" | "edge" | "radius", string>;
  /** The class of elements that are measured and not shown. */
  unseen: string;
}

/** Attributes of the elements: the whole panel, the card's form, the plain way to pay, and the other ways beside it. */
export const CARD = "data-card";
export const CARD_FORM = "data-card-form";
export const CARD_MOUNT = "data-card-mount";
export const CARD_PROBLEM = "data-card-problem";
export const CARD_PLAIN = "data-card-plain";
export const CARD_OTHER = "data-card-other";
