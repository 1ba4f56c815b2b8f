/** The settings by which Stripe knows the marketplace. */
export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  /** The secrets of every endpoint that sends us events, and of one that is being rotated. At least one. */
  webhookSecrets: string[];
  /** Where Stripe's API is, for proxies and for trying things without Stripe; null for Stripe itself. */
  apiUrl: string | null;
}
