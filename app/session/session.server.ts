import type { AppLoadContext } from "@remix-run/node";
import { ApiFailure, type Client } from "~/api/client";
import { requestIdOf, runningService, type Service } from "~/api/in-process.server";
import { PERSONAL } from "~/features/accounts/personal-token-schema";
import type { Privilege, User } from "~/features/accounts/schema";
import type { Config } from "~/platform/config.server";
import { SessionAccount } from "./account.server";
import type { Carried } from "./carried";
import { cookiesOf, readText, type Cookies } from "./cookies.server";
import { Exits } from "./exits.server";
import { ACCOUNT } from "./kept-form.server";
import { Notices } from "./notices.server";
import type { PageTemplate } from "./page-template.server";
import { isPlain, postedForm } from "./posted-form.server";
import { SessionClient } from "./session-client.server";
import { SessionLists } from "./session-lists.server";
import { SessionWhereabouts } from "./session-whereabouts.server";

export { NOT_AUTHORIZED } from "./account.server";
export { NO_PERMISSION } from "./exits.server";
export type { Notice } from "./notices.server";

/** The arguments of a loader or an action. */
export interface RequestArgs {
  request: Request;
  context: AppLoadContext;
}

/**
 * A session: the person and the values that the browser carries. Each HTTP request has one, shared by all its loaders.
 * Each of its parts has one task. Calls that nearly every screen needs are here as well.
 */
export class Session {
  readonly config: Config;
  readonly cookies: Cookies;
  /** The id of the HTTP request, which its log lines carry. */
  readonly requestId: string;
  readonly client: SessionClient;
  readonly notices: Notices;
  readonly exits: Exits;
  readonly account: SessionAccount;
  readonly lists: SessionLists;
  readonly whereabouts: SessionWhereabouts;

  constructor(
    service: Service,
    request: Request,
    readonly token: string | null,
    browser: string | null = null,
    /** Set while a page template is rendered, which is for no single person. */
    readonly template: PageTemplate | null = null,
  ) {
    this.config = service.config;
    this.cookies = cookiesOf(service.config);
    this.requestId = requestIdOf();
    const parts: Carried = { config: this.config, cookies: this.cookies, request, token, template };
    this.client = new SessionClient(service, parts, browser);
    this.notices = new Notices(parts);
    this.exits = new Exits(parts, this.client, this.notices);
    this.account = new SessionAccount(parts, this.client, this.exits);
    this.lists = new SessionLists(parts, this.client, this.account);
    this.whereabouts = new SessionWhereabouts(parts);
  }

  /** See `SessionClient.api`. */
  api(key?: FormDataEntryValue | null, version?: string): Client {
    return this.client.api(key, version);
  }

  /** See `SessionAccount.user`. */
  user(): Promise<User | null> {
    return this.account.user();
  }

  /** See `SessionAccount.require`. */
  require(role: Privilege): Promise<User> {
    return this.account.require(role);
  }

  /** See `Notices.redirect`. */
  redirect(...way: Parameters<Notices["redirect"]>): Promise<Response> {
    return this.notices.redirect(...way);
  }
}

const sessions = new WeakMap<AppLoadContext, Promise<Session>>();

/**
 * The session of an HTTP request, for its loaders or its action. A form whose page was made for another account is
 * refused here, so that no action has to think of it. A form with files is refused where it is read (`readPostedFor`),
 * because it must not be held in memory.
 */
export async function sessionOf(args: RequestArgs): Promise<Session> {
  const session = await sessionForAnyForm(args);
  const { request } = args;
  if (request.method === "GET" || session.token === null || !isPlain(request)) return session;
  // The action refuses an unreadable form. The guards refuse an ended session.
  const form = await postedForm(request).catch(() => null);
  if (form?.get(ACCOUNT) && !(await session.account.hasEnded())) await session.account.requireOwnerOf(form);
  return session;
}

/**
 * The same without checking for whom a form's page was made: for an action that does nothing in the name of an account,
 * or checks it by itself to answer otherwise. Remix passes the same context object to all loaders of one request.
 */
export function sessionForAnyForm({ request, context }: RequestArgs): Promise<Session> {
  const cachedSession = sessions.get(context);
  if (cachedSession) return cachedSession;
  const session = runningService().then(async (service) => {
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
    if (failure instanceof ApiFailure && failure.status === 401) throw await session.exits.signedOut();
    if (failure instanceof ApiFailure && failure.status === 403)
      throw (await session.exits.toProof(failure)) ?? (await session.exits.forbidden());
    throw failure;
  }
}

/** A 404 of the service becomes the not-found page. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (failure) {
    // A text that is no id counts as not found.
    if (failure instanceof ApiFailure && (failure.status === 404 || failure.status === 422))
      throw new Response("Not Found", { status: 404 });
    throw failure;
  }
}
