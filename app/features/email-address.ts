/*
 * E-mail addresses as RFC 5321 and RFC 6531 have them: `tom&jerry@`, and letters of any script. The browser loads it
 * where a form checks itself. Fields for one are `type="text"`: with `email` browsers refuse letters outside of ASCII.
 */

/** A piece between dots before the at sign; the quoted form is left out, since nobody has it. Source: RFC 5322, atext. */
const ATOM = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u;
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;
const LABEL = /^(?!-)[a-z0-9-]{1,63}$/;
/** The last label of a domain; one of digits would be an address of the net. */
const TOP_LEVEL = /^[a-z][a-z0-9-]{1,62}$/;
const LONGEST_LOCAL = 64;

/**
 * An address in the one form that is kept and compared: composed, without invisible signs, its domain in ASCII, as
 * browsers send it. Null for what is no address.
 */
export function canonicalEmail(address: string): string | null {
  const visible = address.replace(/\p{DI}/gu, "").normalize("NFC");
  const at = visible.lastIndexOf("@");
  const local = visible.slice(0, Math.max(at, 0));
  const domain = visible.slice(at + 1);
  if (!local.split(".").every((piece) => ATOM.test(piece)) || !DOMAIN.test(domain)) return null;
  if (new TextEncoder().encode(local).length > LONGEST_LOCAL) return null;
  const host = hostOf(domain) ?? "";
  const labels = host.split(".");
  const isHost = labels.length > 1 && labels.every((label) => LABEL.test(label) && !label.endsWith("-"));
  return isHost && TOP_LEVEL.test(labels.at(-1) ?? "") ? `${local}@${host}` : null;
}

/** A domain as URLs have it, which is the same conversion that browsers and mail servers make. */
function hostOf(domain: string): string | null {
  try {
    return new URL(`http://${domain}/`).hostname;
  } catch {
    return null;
  }
}
