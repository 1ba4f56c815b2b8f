import { randomBytes } from "node:crypto";
import { clientOf, type Service } from "~/api/in-process.server";
import type { Client } from "~/api/client";
import type { Carried } from "./carried";

/** The service's calls, as this browser makes them. */
export class SessionClient {
  readonly #memo = new Map<string, Promise<unknown>>();

  constructor(
    private readonly service: Service,
    private readonly parts: Carried,
    private browser: string | null,
  ) {}

  /**
   * The service's calls, made as this user. With a form's key, a repeated call is done once. With a version, a record
   * is changed only while it is still as it was read.
   */
  api(key?: FormDataEntryValue | null, version?: string): Client {
    return clientOf(this.service, {
      token: this.parts.token,
      memo: this.#memo,
      browser: this.browser,
      userAgent: this.parts.request.headers.get("User-Agent"),
      key: typeof key === "string" && key !== "" ? key : undefined,
      version,
    });
  }

  /** The same with another token: that of somebody who has just signed in. */
  as(token: string, key?: string): Client {
    return clientOf(this.service, { token, memo: new Map(), key });
  }

  /** The service's calls as somebody who is not signed in, in this browser. */
  asVisitor(key?: string): Client {
    return clientOf(this.service, { memo: new Map(), browser: this.browser, key });
  }

  /**
   * Gives this browser an id from now on, for calls that count tries or begin a sign-up. Returns the cookie to set,
   * none if the browser has one.
   */
  async knownBrowser(): Promise<string[]> {
    if (this.browser !== null) return [];
    this.browser = randomBytes(32).toString("hex");
    return [await this.parts.cookies.browser.serialize(this.browser)];
  }
}
