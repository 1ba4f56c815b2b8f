import type { Privilege } from "~/features/accounts/schema";

/*
 * The areas that each role may open, and the home of each. Source: specification §6, decisions AMB-16, AMB-20, AMB-21.
 */

const HOMES: Record<Privilege, string> = { buyer: "/customer", merchant: "/merchant", operator: "/operator" };
const LOGINS: Record<Privilege, string> = { buyer: "/login/customer", merchant: "/login/merchant", operator: "/login" };

/** The only role that may open a path, or null when anyone may. */
export function roleFor(pathname: string): Privilege | null {
  const first = pathname.split("/")[1];
  if (first === "customer" || (first === "checkout" && pathname !== "/checkout/success")) return "buyer";
  if (first === "merchant") return "merchant";
  if (first === "operator") return "operator";
  return null;
}

export function homeOf(privilege: Privilege): string {
  return HOMES[privilege];
}

export function loginOf(role: Privilege | null): string {
  return role ? LOGINS[role] : "/login";
}

/**
 * In an address: the previous response set a cookie in a browser that had sent none. If the browser sends none to this
 * page either, it keeps none.
 */
export const COOKIES_ASKED = "cookies";

/** In an address: the handle of a form that was posted after the session had ended and now fills in its page. */
export const KEPT = "kept";

/** In the address of a login, without a value: the kept form belongs to another account than the one signed in. */
export const MADE_FOR = "another";

/** Whether a path names a kept form, with which its page is filled in. */
export function holdsKept(path: string | null): boolean {
  return path !== null && /^[0-9a-f]{64}$/.test(new URL(path, "http://here").searchParams.get(KEPT) ?? "");
}

/** The address of a page without the question about cookies, also from the address of its data. */
export function withoutAsking(address: URL): string {
  const { pathname, searchParams } = new URL(address);
  for (const name of [COOKIES_ASKED, "_routes", "index"]) searchParams.delete(name);
  const path = pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");
  const query = String(searchParams);
  return localPath(query ? `${path}?${query}` : path) ?? "/";
}

/** The name of a role on screen. */
export function roleLabel(privilege: Privilege): string {
  return privilege === "buyer" ? "Customer" : privilege === "operator" ? "Operator" : "Merchant";
}

/** A text as a path on this site; null for an address of another site, however it is written. */
export function localPath(text: string | null | undefined): string | null {
  if (!text || !text.startsWith("/") || /^\/[/\\]/.test(text) || /[\u0000-\u001f\\]/.test(text)) return null;
  try {
    const url = new URL(text, "http://here");
    // "/.//elsewhere" is tidied up to "//elsewhere", which is another site.
    return url.origin === "http://here" && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}

/** Where a person goes after signing in: the wanted page if their role may open it, else their own area. */
export function afterLogin(privilege: Privilege, target: string | null): string {
  const path = localPath(target);
  const role = path && roleFor(new URL(path, "http://here").pathname);
  return path && (role === null || role === privilege) ? path : homeOf(privilege);
}
