import type { ApiFailure } from "~/api/client";
import type { Privilege } from "~/features/accounts/schema";
import { KEPT, loginOf, MADE_FOR, roleFor } from "./areas";
import type { Carried } from "./carried";
import { forget } from "./cookies.server";
import { keepForProof, openKept, wayBack, type Kept } from "./kept-form.server";
import type { Notices } from "./notices.server";
import type { SessionClient } from "./session-client.server";

export const OF_ANOTHER = "That page was made for another account. Please sign in again.";
export const NO_PERMISSION = "You do not have the permission to perform this operation";

/** Redirects for people who may not use a page, and the form that is kept until they come back. */
export class Exits {
  #kept: Promise<Kept | null> | undefined;

  constructor(
    private readonly parts: Carried,
    private readonly client: SessionClient,
    private readonly notices: Notices,
  ) {}

  /** The fields to fill into the page of a form whose session ended while it was typed. */
  kept(): Promise<Kept | null> {
    this.#kept ??= this.parts.token === null ? Promise.resolve(null) : openKept(this.parts.request, this.client.api());
    return this.#kept;
  }

  /**
   * The exit after a dead token: a guarded page leads to its own login and back, any other to /login. `keptItems` are
   * the cookies that hold what was put into cart or wishlist until then.
   */
  async signedOut(keptItems: string[] = []): Promise<Response> {
    const role = roleFor(new URL(this.parts.request.url).pathname);
    const expiredToken = await this.parts.cookies.authToken.serialize("", forget);
    const sentence = keptItems.length > 0 ? "What you added is kept." : "You have been signed out.";
    return this.toLogin(role, `${sentence} Please sign in again.`, [expiredToken, ...keptItems]);
  }

  /**
   * Cookies that forget what was begun in this browser and not finished: a sign-up, a reset, a step of signing in. The
   * next person to sign in or out may be somebody else, and must not see it or go on with it.
   */
  async forgetBegun(): Promise<string[]> {
    const { signUp, signUpDraft, wanted, reset, signIn, secondFactor } = this.parts.cookies;
    const cookieHeader = this.parts.request.headers.get("Cookie") ?? "";
    return Promise.all(
      [signUp, signUpDraft, wanted, reset, signIn, secondFactor]
        .filter(({ name }) => cookieHeader.includes(`${name}=`))
        .map((cookie) => cookie.serialize("", forget)),
    );
  }

  /** The exit after a 403: the person is signed out, and the login page gives the reason. */
  async forbidden(): Promise<Response> {
    await this.client
      .api()
      .user.logout.$post()
      .catch(() => undefined);
    return this.notices.redirect("/login", {
      notice: { type: "danger", message: NO_PERMISSION },
      cookies: [await this.parts.cookies.authToken.serialize("", forget)],
    });
  }

  /** Redirects to setting up the second factor, without which the role may open nothing. */
  toSecondFactor(): Promise<Response> {
    return this.notices.redirect("/security", {
      notice: { type: "danger", message: "Set up a second factor first: your role opens nothing without one." },
    });
  }

  /**
   * The exit after a refusal that only asks for a proof of identity: to the page that asks for it, then back to `path`
   * (else to the requested page). A posted form is kept, and goes on from there. A missing second factor leads to its
   * set-up. Null for any other refusal.
   */
  async toProof(failure: ApiFailure, path?: string): Promise<Response | null> {
    if (failure.is("second_factor_missing")) return this.toSecondFactor();
    if (!failure.is("proof_needed")) return null;
    const url = new URL(this.parts.request.url);
    const back = path ?? url.pathname + url.search;
    const handle = path === undefined ? await keepForProof(this.parts.request, this.client.api()) : null;
    const keptParameter = handle ? `&${KEPT}=${handle}` : "";
    return this.notices.redirect(`/security/confirm?redirect_uri=${encodeURIComponent(back)}${keptParameter}`);
  }

  /** Redirects to the login, for any role. A form posted without a session is kept if it belongs to an account. */
  toSignIn(): Promise<Response> {
    return this.toLogin(null, "Please sign in.");
  }

  async toLogin(role: Privilege | null, message: string, cookies: string[] = []): Promise<Response> {
    const { page, kept } = await wayBack(this.parts.request, this.parts.config, (key) => this.client.asVisitor(key));
    // A page that is open to all needs no way back: its reader finds it easily.
    const back = role || this.parts.request.method === "POST" ? `?redirect_uri=${encodeURIComponent(page)}` : "";
    const madeFor = kept && message === OF_ANOTHER ? `&${MADE_FOR}` : "";
    return this.notices.redirect(loginOf(role) + back + madeFor, {
      // The login page itself tells of a kept form, for longer than a notice stays.
      ...(!kept && { notice: { type: "danger" as const, message } }),
      cookies,
    });
  }
}
