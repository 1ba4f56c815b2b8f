import type { Request } from "express";
import { isLocal } from "~/platform/config-production.server";
import type { Config } from "~/platform/config.server";
import { parseUrl } from "~/platform/parse-url";

type Address = Pick<Config, "publicUrl" | "production">;

/**
 * Whether the `Host` of a request may name the shop, beside PUBLIC_URL. In production it may not: a proxy need not pass
 * it on, and anybody can write it. In development, in the demo and where PUBLIC_URL is this machine, people use other
 * names as well: 127.0.0.1, or from a phone the machine's address in their network.
 */
export function acceptsHost({ publicUrl, production }: Address): boolean {
  return !production || isLocal(publicUrl);
}

/** The origin that a request is answered under, such as https://shop.example.com. See docs/decisions/057. */
export function originFor(request: Pick<Request, "headers">, config: Address): string {
  const publicOrigin = new URL(config.publicUrl).origin;
  const { host, origin, referer } = request.headers;
  if (!acceptsHost(config) || host === undefined) return publicOrigin;
  // A page at PUBLIC_URL sent the request, through a proxy that does not pass the Host on.
  if (originIn(origin) === publicOrigin || originIn(referer) === publicOrigin) return publicOrigin;
  const { protocol } = new URL(originIn(origin) ?? publicOrigin);
  return `${protocol}//${host}`;
}

/** The origin of an address that a browser names, or null for none. */
export function originIn(address: string | undefined): string | null {
  return address !== undefined && /^https?:/i.test(address) ? (parseUrl(address)?.origin ?? null) : null;
}
