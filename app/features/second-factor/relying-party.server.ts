import { isIP } from "node:net";
import type { Config } from "~/platform/config.server";
import { noPasskeysHere } from "./errors.server";

/** For whom a passkey is: the host of `PUBLIC_URL`, and the origin that its pages have. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** The relying party of this shop's passkeys. Null where browsers make none: at a bare address, and without https. */
export function relyingPartyOf({ publicUrl }: Pick<Config, "publicUrl">): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const secure = protocol === "https:" || /^(.+\.)?localhost$/.test(hostname);
  return secure && isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { id: hostname, origin } : null;
}

/** The same where there has to be one. Refuses with 409, `passkeys_unavailable`. */
export function theRelyingParty(config: Pick<Config, "publicUrl">): RelyingParty {
  const relyingParty = relyingPartyOf(config);
  if (!relyingParty) throw noPasskeysHere();
  return relyingParty;
}

/**
 * What makes and checks options and answers. It takes a third of a second to load and 25 MB, so that commands and tests
 * do without; a service loads it a few seconds after it has begun to listen.
 */
export const webAuthn = () => import("@simplewebauthn/server");

/** The parsers of what authenticators send. */
export const webAuthnParsers = () => import("@simplewebauthn/server/helpers");
