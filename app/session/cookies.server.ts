import { createCookie, type Cookie } from "@remix-run/node";
import type { Config } from "~/platform/config.server";

const YEAR = 365 * 86_400;

/** Every cookie that the site sets. No script can read any of them. */
export interface Cookies {
  /** The token of the signed-in user. */
  authToken: Cookie;
  /** A visitor's cart: `id.quantity`, separated by tildes. A signed-in buyer's cart is kept with the account. */
  cartItems: Cookie;
  /** Prices of the pieces in a visitor's cart when they were last seen. */
  cartPrices: Cookie;
  /** A visitor's wishlist: ids, separated by tildes. */
  wishlistItems: Cookie;
  /** The postcode, and maybe the day, that lists are narrowed to. */
  reach: Cookie;
  /** A message for the next page. */
  notice: Cookie;
  /** A word that identifies this browser, so that its tries are counted. It gives no access. */
  browser: Cookie;
  /** The build whose style sheets this browser has, until it is closed. It says nothing about the person. */
  sheets: Cookie;
  /** The e-mail of a sign-up that waits for its code. Signed. */
  signUp: Cookie;
  /** Where the person wanted to go before signing up. Signed. */
  wanted: Cookie;
  /** The id of a merchant's half-typed sign-up. Signed. */
  signUpDraft: Cookie;
  /** The e-mail of a password reset and, once it was right, its code. Signed. */
  reset: Cookie;
  /** The address to which a code to sign in was mailed. Signed. */
  signIn: Cookie;
  /** The step of signing in that asks for the second factor. Signed. */
  secondFactor: Cookie;
}

let latest: { config: Config; cookies: Cookies } | undefined;

export function cookiesOf(config: Config): Cookies {
  if (latest?.config === config) return latest.cookies;
  const base = { httpOnly: true, sameSite: "lax" as const, path: "/", secure: config.secure };
  // The prefix makes browsers refuse a cookie of that name from any other host or path.
  const cookie = (name: string, options: { maxAge?: number; secrets?: string[] }) =>
    createCookie(config.secure ? `__Host-${name}` : name, { ...base, ...options });
  // The first secret signs. Cookies that the previous one has signed are still valid.
  const secrets = [config.secret, ...(config.previousSecret === null ? [] : [config.previousSecret])];
  const cookies = {
    authToken: cookie("authToken", { maxAge: 30 * 86_400 }),
    cartItems: cookie("cartItems", { maxAge: YEAR }),
    cartPrices: cookie("cartPrices", { maxAge: YEAR }),
    wishlistItems: cookie("wishlistItems", { maxAge: YEAR }),
    reach: cookie("reach", { maxAge: YEAR }),
    notice: cookie("notice", { maxAge: 60 }),
    browser: cookie("browser", { maxAge: YEAR, secrets }),
    sheets: cookie("sheets", {}),
    signUp: cookie("signUp", { maxAge: 86_400, secrets }),
    wanted: cookie("wanted", { maxAge: 86_400, secrets }),
    signUpDraft: cookie("signUpDraft", { maxAge: 86_400, secrets }),
    reset: cookie("reset", { maxAge: 1800, secrets }),
    signIn: cookie("signIn", { maxAge: 1800, secrets }),
    secondFactor: cookie("secondFactor", { maxAge: 600, secrets }),
  };
  latest = { config, cookies };
  return cookies;
}

export const forget = { maxAge: 0 };

/** A cookie's value, or null when it is absent, forged or not a text. */
export async function readText(cookie: Cookie, request: Pick<Request, "headers">): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie")).catch(() => null);
  return typeof value === "string" && value !== "" ? value : null;
}
