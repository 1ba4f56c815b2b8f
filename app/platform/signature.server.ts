import { createHmac, timingSafeEqual } from "node:crypto";
import type { Config } from "./config.server";

type Secrets = Pick<Config, "secret" | "previousSecret">;

function signatureUnder(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}

/** The signature that only this marketplace can put under `text`: HMAC-SHA-256 with its secret, base64url. */
export function signatureOf({ secret }: Secrets, text: string): string {
  return signatureUnder(secret, text);
}

/**
 * Whether `signature` is ours under `text`: with the secret, or with the one before it, so that links in mailboxes
 * outlive a change of secret.
 */
export function isSignatureOf({ secret, previousSecret }: Secrets, text: string, signature: string): boolean {
  return [secret, ...(previousSecret === null ? [] : [previousSecret])].some((one) => {
    const [right, candidate] = [Buffer.from(signatureUnder(one, text)), Buffer.from(signature)];
    return right.length === candidate.length && timingSafeEqual(right, candidate);
  });
}
