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

/** Where a page leads who may not go on with it, and the form that is kept until they come back. */
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
   * The way out after a dead token: a guarded page leads to its own login and back, any other to /login. `kept`: the
   * cookies that hold what was put into cart or wishlist until then.
   */
  async signedOut(keptItems: string[] = []): Promise<Response> {
    const role = roleFor(new URL(this.parts.request.url).pathname);
    const expiredToken = await this.parts.cookies.authToken.serialize("", forget);
    const sentence = keptItems.length > 0 ? "What you added is kept." : "You have been signed out.";
    return this.toLogin(role, `${sentence} Please sign in again.`, [expiredToken, ...keptItems]);
  }

  /**
   * Cookies that forget what was begun in this browser and not finished: a sign-up, a reset, a step of signing in. Whoever
   * signs in or out next is not to see it or go on with it, for they may be somebody else.
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

  /** The way out after a 403: signed out, with the reason on the login page. */
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

  /** The way to setting up the second factor that the role needs, before anything of its opens. */
  toSecondFactor(): Promise<Response> {
    return this.notices.redirect("/security", {
      notice: { type: "danger", message: "Set up a second factor first: your role opens nothing without one." },
    });
  }

  /**
   * The way out of a refusal that only asks who is there, once more: to the page that asks, and back to `path` (else to
   * the page that was asked for). A posted form is kept, and goes on from there. Null for any other refusal.
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

  /** The way to signing in, in whatever role, for a form that was posted by nobody: kept where it belongs to an account. */
  toSignIn(): Promise<Response> {
    return this.toLogin(null, "Please sign in.");
  }

  async toLogin(role: Privilege | null, message: string, cookies: string[] = []): Promise<Response> {
    const { page, kept } = await wayBack(this.parts.request, this.parts.config, (key) => this.client.asVisitor(key));
    // A page that is open to all is easily found again by its reader.
    const back = role || this.parts.request.method === "POST" ? `?redirect_uri=${encodeURIComponent(page)}` : "";
    const madeFor = kept && message === OF_ANOTHER ? `&${MADE_FOR}` : "";
    return this.notices.redirect(loginOf(role) + back + madeFor, {
      // The page itself tells of a kept form, for longer than a notice stays.
      ...(!kept && { notice: { type: "danger" as const, message } }),
      cookies,
    });
  }
}
