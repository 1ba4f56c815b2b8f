/** The settings by which Stripe knows the marketplace. */
export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  /** The secrets of all endpoints that send us events, and of those being rotated. At least one. */
  webhookSecrets: string[];
  /** The address of Stripe's API, for proxies and for stand-ins without Stripe; null for Stripe itself. */
  apiUrl: string | null;
}
