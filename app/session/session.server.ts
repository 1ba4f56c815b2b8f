import { randomBytes } from "node:crypto";
import { redirect, type AppLoadContext } from "@remix-run/node";
import { ApiFailure, read, type Client } from "~/api/client";
import { PERSONAL } from "~/features/accounts/personal-token-schema";
import type { Privilege, User } from "~/features/accounts/schema";
import type { SavedLists } from "~/features/cart/schema";
import type { Config } from "~/platform/config.server";
import { clientOf, requestIdOf, theService, type Service } from "~/service/the-service.server";
import { COOKIES_ASKED, loginOf, MADE_FOR, roleFor, withoutAsking } from "./areas";
import { ACCOUNT, openKept, wayBack, type Kept } from "./kept-form.server";
import { cookiesOf, forget, readText, type Cookies } from "./cookies.server";
import { marksIn, readCart, readWishlist, withPrices, writeCart, writePrices, writeWishlist } from "./lists";
import { templateUser, type PageTemplate, type Placeholder } from "./page-template.server";
import { isPlain, postedForm } from "./posted-form.server";

/** What a loader or an action is called with. */
export interface RequestArgs {
  request: Request;
  context: AppLoadContext;
}

export interface Notice {
  type: "success" | "danger";
  message: string;
  /** Somebody has left this browser: nothing of the account stays in it, its memory of pages included. */
  leaves?: true;
}

const PAYMENT_PAGE = "/checkout/payment";

export const NOT_AUTHORIZED = "You are not authorized to access this page";
const OF_ANOTHER = "That page was made for another account. Please sign in again.";
export const NO_PERMISSION = "You do not have the permission to perform this operation";

/** Who is there and what they carry: one for each HTTP request, shared by all its loaders. */
export class Session {
  readonly config: Config;
  readonly cookies: Cookies;
  /** Of the HTTP request; stands in the log beside what happened. */
  readonly requestId: string;
  readonly #memo = new Map<string, Promise<unknown>>();
  #user: Promise<User | null> | undefined;
  #lists: Promise<SavedLists> | undefined;
  #kept: Promise<Kept | null> | undefined;

  constructor(
    private readonly service: Service,
    private readonly asked: Request,
    readonly token: string | null,
    private browser: string | null = null,
    /** Set while a page template is rendered, for nobody. */
    readonly template: PageTemplate | null = null,
  ) {
    this.config = service.config;
    this.cookies = cookiesOf(service.config);
    this.requestId = requestIdOf();
  }

  /** The service's calls, made as this user. With a form's key, a repeated call is done once. */
  api(key?: FormDataEntryValue | null): Client {
    return clientOf(this.service, {
      token: this.token,
      memo: this.#memo,
      browser: this.browser,
      userAgent: this.asked.headers.get("User-Agent"),
      key: typeof key === "string" && key !== "" ? key : undefined,
    });
  }

  /** The same with another token: of somebody who has just signed in. */
  as(token: string, key?: string): Client {
    return clientOf(this.service, { token, memo: new Map(), key });
  }

  /**
   * Tells this browser apart from others from now on, for what counts tries or begins a sign-up. Answers the cookie
   * to set, none where it has one.
   */
  async knownBrowser(): Promise<string[]> {
    if (this.browser !== null) return [];
    this.browser = randomBytes(32).toString("hex");
    return [await this.cookies.browser.serialize(this.browser)];
  }

  /** The signed-in user, or null. A dead token ends the session: see `signedOut`. */
  user(): Promise<User | null> {
    this.#user ??=
      this.token === null
        ? Promise.resolve(this.template && templateUser(this.template))
        : read(this.api().user.$get()).then(
            (answer) => answer.data,
            async (failure) => {
              if (failure instanceof ApiFailure && failure.status === 401) throw await this.signedOut();
              throw failure;
            },
          );
    return this.#user;
  }

  /** Cart and wishlist: the account's for a signed-in buyer, else the cookies'. */
  lists(): Promise<SavedLists> {
    if (this.template) return Promise.resolve(this.template.shape.own);
    this.#lists ??= this.user().then(async (user) =>
      user?.privilege === "buyer" ? (await read(this.api().user.lists.$get())).data : this.visitorLists(),
    );
    return this.#lists;
  }

  /** How many products are in cart and wishlist. */
  async counts(): Promise<Record<"cart" | "wishlist", number | Placeholder>> {
    if (this.template)
      return { cart: this.template.placeholder("cart"), wishlist: this.template.placeholder("wishlist") };
    const { carts, wishlist } = await this.lists();
    return { cart: carts.length, wishlist: wishlist.length };
  }

  /** Tells of products what `marksIn` tells. */
  async marks(): Promise<(productId: string) => number | Placeholder> {
    const { template } = this;
    return template ? (productId) => template.placeholder(`marks.${productId}`) : marksIn(await this.lists());
  }

  async visitorLists(): Promise<SavedLists> {
    return {
      carts: withPrices(
        readCart(await readText(this.cookies.cartItems, this.asked)),
        await readText(this.cookies.cartPrices, this.asked),
      ),
      wishlist: readWishlist(await readText(this.cookies.wishlistItems, this.asked)),
    };
  }

  /** Cookies that hold these lists for a visitor. */
  async keepLists({ carts, wishlist }: Partial<SavedLists>): Promise<string[]> {
    return Promise.all([
      ...(carts ? this.keepCart(carts) : []),
      ...(wishlist
        ? [this.cookies.wishlistItems.serialize(writeWishlist(wishlist), wishlist.length === 0 ? forget : {})]
        : []),
    ]);
  }

  private keepCart(carts: SavedLists["carts"]): Promise<string>[] {
    const { cartItems, cartPrices } = this.cookies;
    const prices = writePrices(carts);
    const empty = carts.length === 0;
    return [
      cartItems.serialize(writeCart(carts), empty ? forget : {}),
      ...(empty || prices ? [cartPrices.serialize(prices, empty ? forget : {})] : []),
    ];
  }

  /** The signed-in user, who has this role; anyone else is sent to that area's login and comes back afterwards. */
  async require(role: Privilege): Promise<User> {
    const user = await this.user();
    if (user?.privilege === role && user.secondFactor === "required") throw await this.toSecondFactor();
    if (user?.privilege === role) return user;
    throw await this.toLogin(role, NOT_AUTHORIZED);
  }

  /** Whether a form's page was made for another account than the one that is signed in. A visitor's is nobody's. */
  async isOfAnother(form: FormData): Promise<boolean> {
    const owner = form.get(ACCOUNT);
    if (typeof owner !== "string" || owner === "" || this.token === null) return false;
    const user = await this.user();
    return user !== null && user._id !== owner;
  }

  /** Refuses a form whose page was made for another account, and keeps it for that one. */
  async requireOwnerOf(form: FormData): Promise<void> {
    if (!(await this.isOfAnother(form))) return;
    throw await this.toLogin(roleFor(new URL(this.asked.url).pathname), OF_ANOTHER);
  }

  /** What its page is to be filled in with, when the session ended while it was typed. */
  kept(): Promise<Kept | null> {
    this.#kept ??= this.token === null ? Promise.resolve(null) : openKept(this.asked, this.api());
    return this.#kept;
  }

  /**
   * The message that the last page left, or null. The cookie comes from outside: only what we write ourselves is
   * shown.
   */
  async leftNotice(): Promise<Notice | null> {
    // Asked for by the service worker, for later.
    if (this.asked.headers.has("X-For-Device")) return null;
    const left: unknown = await this.cookies.notice.parse(this.asked.headers.get("Cookie")).catch(() => null);
    if (typeof left !== "object" || left === null || !("message" in left) || !("type" in left)) return null;
    const { message, type } = left;
    return typeof message === "string" && message.length <= 1000 && (type === "success" || type === "danger")
      ? { message, type, ...("leaves" in left && left.leaves === true && { leaves: true as const }) }
      : null;
  }

  /** A message for the next page. */
  notice(notice: string | Notice): Promise<string> {
    const whole: Notice = typeof notice === "string" ? { message: notice, type: "success" } : notice;
    return this.cookies.notice.serialize(whole);
  }

  /** 303 to `path`, with a notice and cookies. */
  async redirect(
    path: string,
    { notice, cookies = [] }: { notice?: string | Notice; cookies?: string[] } = {},
  ): Promise<Response> {
    // Asked for by the service worker: nobody reads where it leads.
    if (this.asked.headers.has("X-For-Device")) return redirect(path, 303);
    const headers = new Headers(cookies.map((cookie) => ["Set-Cookie", cookie] as [string, string]));
    // Scripts would follow within the document, whose policy does not let the card provider's script in.
    if (this.config.stripe && path.split("?")[0] === PAYMENT_PAGE) headers.set("X-Remix-Reload-Document", "true");
    if (notice) headers.append("Set-Cookie", await this.notice(notice));
    // What was seen and kept, in browsers without scripts as well. Cookies are none of it.
    if (typeof notice === "object" && notice.leaves) headers.set("Clear-Site-Data", '"cache", "storage"');
    return redirect(headers.has("Set-Cookie") ? this.askingForCookies(path) : path, { status: 303, headers });
  }

  /** The way on, told apart where it is not known whether this browser keeps cookies. */
  private askingForCookies(path: string): string {
    const { searchParams } = new URL(this.asked.url);
    if (this.asked.headers.has("Cookie") || (this.asked.method === "GET" && !searchParams.has(COOKIES_ASKED)))
      return path;
    const [address = "", hash] = path.split(/(?=#)/);
    return `${address}${address.includes("?") ? "&" : "?"}${COOKIES_ASKED}=asked${hash ?? ""}`;
  }

  /** Whether this browser keeps no cookies; one that turns out to is led to the address as it was. */
  keepsNoCookies(): boolean {
    const url = new URL(this.asked.url);
    if (this.asked.method !== "GET" || !url.searchParams.has(COOKIES_ASKED)) return false;
    if (!this.asked.headers.has("Cookie")) return true;
    throw redirect(withoutAsking(url), 303);
  }

  /** Whether the browser's token is a dead one. */
  hasEnded(): Promise<boolean> {
    return this.user().then(
      () => false,
      (failure) => {
        if (failure instanceof Response) return true;
        throw failure;
      },
    );
  }

  /**
   * The way out after a dead token: a guarded page leads to its own login and back, any other to /login. `kept`: the
   * cookies that hold what was put into cart or wishlist until then.
   */
  async signedOut(kept: string[] = []): Promise<Response> {
    const role = roleFor(new URL(this.asked.url).pathname);
    const gone = await this.cookies.authToken.serialize("", forget);
    const said = kept.length > 0 ? "What you added is kept." : "You have been signed out.";
    return this.toLogin(role, `${said} Please sign in again.`, [gone, ...kept]);
  }

  /**
   * Cookies that forget what was begun in this browser and not finished: a sign-up, a reset, a step of signing in. Whoever
   * signs in or out next is not to see it or go on with it, for they may be somebody else.
   */
  async forgetBegun(): Promise<string[]> {
    const { signUp, signUpDraft, wanted, reset, secondFactor } = this.cookies;
    const carried = this.asked.headers.get("Cookie") ?? "";
    return Promise.all(
      [signUp, signUpDraft, wanted, reset, secondFactor]
        .filter(({ name }) => carried.includes(`${name}=`))
        .map((cookie) => cookie.serialize("", forget)),
    );
  }

  /** The way out after a 403: signed out, with the reason on the login page. */
  async forbidden(): Promise<Response> {
    await this.api()
      .user.logout.$post()
      .catch(() => undefined);
    return this.redirect("/login", {
      notice: { type: "danger", message: NO_PERMISSION },
      cookies: [await this.cookies.authToken.serialize("", forget)],
    });
  }

  /** The way to setting up the second factor that the role needs, before anything of its opens. */
  toSecondFactor(): Promise<Response> {
    return this.redirect("/security", {
      notice: { type: "danger", message: "Set up a second factor first: your role opens nothing without one." },
    });
  }

  /**
   * The way out of a refusal that only asks who is there, once more: to the page that asks, and back to `path` (else to
   * the page that was asked for). Null for any other refusal.
   */
  async toProof(failure: ApiFailure, path?: string): Promise<Response | null> {
    if (failure.is("second_factor_missing")) return this.toSecondFactor();
    if (!failure.is("proof_needed")) return null;
    const url = new URL(this.asked.url);
    const back = path ?? url.pathname + url.search;
    return this.redirect(`/security/confirm?redirect_uri=${encodeURIComponent(back)}`);
  }

  /** The way to signing in, in whatever role, for a form that was posted by nobody: kept where it belongs to an account. */
  toSignIn(): Promise<Response> {
    return this.toLogin(null, "Please sign in.");
  }

  private async toLogin(role: Privilege | null, message: string, cookies: string[] = []): Promise<Response> {
    const { page, kept } = await wayBack(this.asked, this.config, (key) => this.asVisitor(key));
    // Who only read a page that is open to all, finds it again by themselves.
    const back = role || this.asked.method === "POST" ? `?redirect_uri=${encodeURIComponent(page)}` : "";
    const madeFor = kept && message === OF_ANOTHER ? `&${MADE_FOR}` : "";
    return this.redirect(loginOf(role) + back + madeFor, {
      // Of what is kept the page itself speaks, for longer than a notice stays.
      ...(!kept && { notice: { type: "danger" as const, message } }),
      cookies,
    });
  }

  /** The service's calls as somebody who is not signed in, in this browser. */
  private asVisitor(key?: string): Client {
    return clientOf(this.service, { memo: new Map(), browser: this.browser, key });
  }
}

const sessions = new WeakMap<AppLoadContext, Promise<Session>>();

/**
 * The session of an HTTP request, for its loaders or its action. A form whose page was made for another account is
 * refused here, before the action has anything to act with, so that no action has to think of it. One with files is
 * refused where it is read (`readPostedFor`): it is not to be held in memory.
 */
export async function sessionOf(asked: RequestArgs): Promise<Session> {
  const session = await sessionForAnyForm(asked);
  const { request } = asked;
  if (request.method === "GET" || session.token === null || !isPlain(request)) return session;
  // What cannot be read the action refuses, and a session that has ended its guards.
  const form = await postedForm(request).catch(() => null);
  if (form?.get(ACCOUNT) && !(await session.hasEnded())) await session.requireOwnerOf(form);
  return session;
}

/**
 * The same where it is not asked for whom a form's page was made: for an action that does nothing in the name of an
 * account, or asks by itself, to answer otherwise. Remix hands all loaders of one request the same context object.
 */
export function sessionForAnyForm({ request, context }: RequestArgs): Promise<Session> {
  const known = sessions.get(context);
  if (known) return known;
  const session = theService().then(async (service) => {
    const cookies = cookiesOf(service.config);
    const token = await readText(cookies.authToken, request);
    return new Session(
      service,
      request,
      // A program's token opens calls, not pages.
      token?.startsWith(PERSONAL) ? null : token,
      await readText(cookies.browser, request),
      (context["template"] as PageTemplate | undefined) ?? null,
    );
  });
  sessions.set(context, session);
  return session;
}

/** Runs a call of a loader or action; a 401 or 403 ends the session as the specification says. */
export async function guarded<T>(session: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 401) throw await session.signedOut();
    if (failure instanceof ApiFailure && failure.status === 403)
      throw (await session.toProof(failure)) ?? (await session.forbidden());
    throw failure;
  }
}

/** A 404 of the service becomes the not-found page. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (failure) {
    // What is not an id cannot be found either.
    if (failure instanceof ApiFailure && (failure.status === 404 || failure.status === 422))
      throw new Response("Not Found", { status: 404 });
    throw failure;
  }
}
