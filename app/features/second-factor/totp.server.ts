import { Secret, TOTP } from "otpauth";

/* Time-based codes as apps show them (RFC 6238): SHA-1, six digits, 30 seconds. Every app supports this. */

const PERIOD = 30;
/** How many steps a clock may be off, either way. */
const WINDOW = 1;

const totp = (secret: string, names: { issuer: string; label: string } = { issuer: "", label: "" }) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: PERIOD });

/** A new secret of 160 bits, in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The content of a QR code for an app: the secret and the name of the account. */
export function uriOf(secret: string, names: { issuer: string; label: string }): string {
  return totp(secret, names).toString();
}

/** The code that an app shows at a moment. */
export function codeAt(secret: string, now: Date): string {
  return totp(secret).generate({ timestamp: now.getTime() });
}

/** The time step whose code this is: the present one, the one before or the one after; null for any other. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: PERIOD, timestamp }) + delta;
}
