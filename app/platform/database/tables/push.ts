/* Notices that browsers show even when the shop is not open in them. */

/** The market's key pair; there is one row. */
export interface PushKeyRow {
  _id: string;
  publicKey: string;
  /** Sealed under the secret of the market. */
  sealedPrivateKey: string;
  createdAt: string;
}

/** A browser that shows notices to somebody. */
export interface PushSubscriptionRow {
  _id: string;
  userId: string;
  /** The session that added it, by the hash of its token. The row is deleted with the session. */
  sessionHash: string | null;
  /** The address at the browser's push service. */
  endpoint: string;
  /** The browser's public key, and its secret, in base64url. */
  p256dh: string;
  auth: string;
  /** Browser and system, such as Firefox on Android. */
  device: string;
  /** Since when the push service has refused every notice; null if it took the last one. */
  failingSince: string | null;
  createdAt: string;
}
