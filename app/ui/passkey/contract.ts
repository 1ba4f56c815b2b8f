/* The form of a passkey and app/browser/parts/passkey.ts share these names. */

/** On the form's button: `create` or `get`, and the address that answers a `PasskeyQuestion`. */
export const PASSKEY_OPTIONS = "data-passkey-options";

/** The answer to the page's own requests for options. */
export interface PasskeyQuestion {
  /** The options of WebAuthn. */
  options?: { challenge: string };
  /** The address to go to first. */
  to?: string;
  /** Why there are no options. */
  message?: string;
}
