import type { NextFunction, Request, Response } from "express";
import type { Step } from "./context.server";

/**
 * Addresses that open something to whoever has them: the links that we mail, and the page that a payer comes back to.
 * The test beside this file holds them against every link that is mailed.
 */
const SECRET =
  /^\/((pay|decisions|review|watch|notices|moved)\/[^/]+|checkout_success|login\/link|security\/email\/(confirm|undo)|signup\/verify_email|reset_password\/newPassword|operator_invitation|first_run|newsletter\/(confirm|unsubscribe))(\.data)?\/?$/i;

/** Headers of every response at such an address: no cache, no search engine and no other site learns of it. */
const HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" };

/** Whether a path, or that of its data, is one that only those know who were sent it. */
export function isSecretAddress(path: string): boolean {
  return SECRET.test(path);
}

/** Keeps an address that is a secret to those who have it. */
export const secretAddresses: Step = () => guardSecretAddresses;

/**
 * Keeps such an address to those who have it: the page, its data, its redirects and whatever is refused there. The
 * headers are set as the answer is sent, so that nothing that answers can say otherwise.
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
