import type { CardProvider } from "./card-provider";
import type { StripeProvider } from "./stripe-provider.server";
import type { TestProvider } from "./test-provider.server";

/* Some calls exist for one provider only. */

export const isStripe = (cards: CardProvider): cards is StripeProvider => cards.name === "stripe";
export const isTest = (cards: CardProvider): cards is TestProvider => cards.name === "test";
