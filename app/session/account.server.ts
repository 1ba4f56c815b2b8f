import { ApiFailure, read } from "~/api/client";
import type { Privilege, User } from "~/features/accounts/schema";
import { roleFor } from "./areas";
import type { Carried } from "./carried";
import { OF_ANOTHER, type Exits } from "./exits.server";
import { ACCOUNT } from "./kept-form.server";
import { templateUser } from "./page-template.server";
import type { SessionClient } from "./session-client.server";

export const NOT_AUTHORIZED = "You are not authorized to access this page";

/** The account of the browser's token, and what it may open. */
export class SessionAccount {
  #user: Promise<User | null> | undefined;

  constructor(
    private readonly parts: Carried,
    private readonly client: SessionClient,
    private readonly exits: Exits,
  ) {}

  /** The signed-in user, or null. A dead token ends the session: see `signedOut`. */
  user(): Promise<User | null> {
    this.#user ??=
      this.parts.token === null
        ? Promise.resolve(this.parts.template && templateUser(this.parts.template))
        : read(this.client.api().user.$get()).then(
            (answer) => answer.data,
            async (failure) => {
              if (failure instanceof ApiFailure && failure.status === 401) throw await this.exits.signedOut();
              throw failure;
            },
          );
    return this.#user;
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

  /** The signed-in user, who has this role. Anyone else is sent to that area's login and returns afterwards. */
  async require(role: Privilege): Promise<User> {
    const user = await this.user();
    if (user?.privilege === role && user.secondFactor === "required") throw await this.exits.toSecondFactor();
    if (user?.privilege === role) return user;
    throw await this.exits.toLogin(role, NOT_AUTHORIZED);
  }

  /**
   * Whether a form's page was made for another account than the one that is signed in. A visitor's page is for no
   * account. The form says for whom it was made, or else the request does (`madeFor`).
   */
  async isOfAnother(form: FormData, madeFor: string | null = null): Promise<boolean> {
    const owner = form.get(ACCOUNT) ?? madeFor;
    if (typeof owner !== "string" || owner === "" || this.parts.token === null) return false;
    const user = await this.user();
    return user !== null && user._id !== owner;
  }

  /** Refuses a form whose page was made for another account, and keeps it for that one. */
  async requireOwnerOf(form: FormData): Promise<void> {
    if (!(await this.isOfAnother(form))) return;
    throw await this.exits.toLogin(roleFor(new URL(this.parts.request.url).pathname), OF_ANOTHER);
  }
}
