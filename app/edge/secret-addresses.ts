import type { NextFunction, Request, Response } from "express";
import type { Step } from "./context.server";

/**
 * Addresses that give access to whoever has them: the links that we mail, and the page that a payer returns to. The
 * test beside this file compares them with every mailed link.
 */
const SECRET =
  /^\/((pay|decisions|review|watch|notices|moved)\/[^/]+|checkout_success|login\/link|security\/email\/(confirm|undo)|signup\/verify_email|reset_password\/newPassword|operator_invitation|first_run|newsletter\/(confirm|unsubscribe))(\.data)?\/?$/i;

/** Headers of every response at such an address: no cache, no search engine and no other site learns of it. */
const HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" };

/** Whether a path, or the path of its data, is known only to people to whom it was sent. */
export function isSecretAddress(path: string): boolean {
  return SECRET.test(path);
}

/** The step of `guardSecretAddresses`. */
export const secretAddresses: Step = () => guardSecretAddresses;

/**
 * Sets `HEADERS` on every response at a secret address: the page, its data, its redirects and refusals. They are set
 * when the response is sent, so that no later step can change them.
 */
export function guardSecretAddresses(request: Request, response: Response, next: NextFunction): void {
  if (isSecretAddress(request.path)) {
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => Response;
    response.writeHead = (...head: unknown[]) => {
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      return writeHead(...head);
    };
  }
  next();
}
