import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import type { Config } from "./config.server";

type Secrets = Pick<Config, "secret" | "previousSecret">;

/*
 * Seals values that we must be able to read again, but a reader of the database must not: AES-256-GCM under a key
 * derived from the secret of the marketplace. A sealed text is `key.nonce.tag.text`; `key` names the key, so that texts
 * sealed under the previous key can be found and sealed anew.
 */

const NAME_LENGTH = 8;

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "fieldstall sealed at rest", 32));
}

function nameOf(key: Buffer): string {
  return createHash("sha256").update(key).digest("hex").slice(0, NAME_LENGTH);
}

/** The beginning of every text that is sealed under the present secret. */
export function presentSeal({ secret }: Secrets): string {
  return `${nameOf(keyOf(secret))}.`;
}

/** Encrypts `text`. It can be read only together with `place`, such as an owner's id, so it is of no use elsewhere. */
export function seal({ secret }: Secrets, text: string, place: string): string {
  const [key, nonce] = [keyOf(secret), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return [nameOf(key), ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url"))].join(".");
}

/** Opens a text that was sealed under the secret or the previous one. Null: sealed under neither, moved or changed. */
export function unseal({ secret, previousSecret }: Secrets, sealed: string, place: string): string | null {
  const [name, ...parts] = sealed.split(".");
  const [nonce, tag, text] = parts.map((part) => Buffer.from(part, "base64url"));
  const key = [secret, ...(previousSecret === null ? [] : [previousSecret])]
    .map(keyOf)
    .find((one) => nameOf(one) === name);
  if (!key || !nonce || tag?.length !== 16 || !text) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place)).setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
