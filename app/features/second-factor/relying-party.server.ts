import { isIP } from "node:net";
import type { Config } from "~/platform/config.server";
import { noPasskeysHere } from "./errors.server";

/** The site that a passkey is for: the host of `PUBLIC_URL`, and the origin of its pages. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** The relying party of this shop's passkeys. Null where browsers make none: at an IP address, and without https. */
export function relyingPartyOf({ publicUrl }: Pick<Config, "publicUrl">): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const secure = protocol === "https:" || /^(.+\.)?localhost$/.test(hostname);
  return secure && isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { id: hostname, origin } : null;
}

/** The same where it is required. Refuses with 409, `passkeys_unavailable`, without one. */
export function theRelyingParty(config: Pick<Config, "publicUrl">): RelyingParty {
  const relyingParty = relyingPartyOf(config);
  if (!relyingParty) throw noPasskeysHere();
  return relyingParty;
}

/**
 * The library that makes options and checks answers. Loading takes a third of a second and 25 MB, so it is loaded when
 * somebody first uses a passkey.
 */
export const webAuthn = () => import("@simplewebauthn/server");

/** The parsers of what authenticators send. */
export const webAuthnParsers = () => import("@simplewebauthn/server/helpers");
