/*
 * E-mail addresses by RFC 5321 and RFC 6531: `tom&jerry@`, and letters of any script. The browser loads this file where
 * a form checks itself. Fields for an address are `type="text"`, because with `email` browsers refuse letters outside
 * of ASCII.
 */

/** A piece between dots before the at sign, without the quoted form, which nobody has. Source: RFC 5322, atext. */
const ATOM = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u;
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;
const LABEL = /^(?!-)[a-z0-9-]{1,63}$/;
/** The last label of a domain. With a label of digits it would be an IP address. */
const TOP_LEVEL = /^[a-z][a-z0-9-]{1,62}$/;
const LONGEST_LOCAL = 64;

/**
 * An address in the one form that is stored and compared: composed, without invisible characters, and with its domain
 * in ASCII, as browsers send it. Null for a text that is no address.
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

/** The host of a domain, converted as in URLs. Browsers and mail servers make the same conversion. */
function hostOf(domain: string): string | null {
  try {
    return new URL(`http://${domain}/`).hostname;
  } catch {
    return null;
  }
}
