import { redirect } from "@remix-run/node";
import { COOKIES_ASKED, withoutAsking } from "./areas";
import type { Carried } from "./carried";

export interface Notice {
  type: "success" | "danger";
  message: string;
  /** The person has left this browser: nothing of the account stays in it, not even in its cache of pages. */
  leaves?: true;
}

/** Messages that one page leaves for the next, and redirects to it. */
export class Notices {
  constructor(private readonly parts: Carried) {}

  /**
   * The message that the last page left, or null. The cookie comes from outside: only what we write ourselves is
   * shown.
   */
  async last(): Promise<Notice | null> {
    // The service worker requests this page for later.
    if (this.parts.request.headers.has("X-For-Device")) return null;
    const notice: unknown = await this.parts.cookies.notice
      .parse(this.parts.request.headers.get("Cookie"))
      .catch(() => null);
    if (typeof notice !== "object" || notice === null || !("message" in notice) || !("type" in notice)) return null;
    const { message, type } = notice;
    return typeof message === "string" && message.length <= 1000 && (type === "success" || type === "danger")
      ? { message, type, ...("leaves" in notice && notice.leaves === true && { leaves: true as const }) }
      : null;
  }

  /** A cookie with a message for the next page. */
  cookie(notice: string | Notice): Promise<string> {
    const whole: Notice = typeof notice === "string" ? { message: notice, type: "success" } : notice;
    return this.parts.cookies.notice.serialize(whole);
  }

  /** 303 to `path`, with a notice and cookies. */
  async redirect(
    path: string,
    { notice, cookies = [] }: { notice?: string | Notice; cookies?: string[] } = {},
  ): Promise<Response> {
    // The service worker requests this, and nobody reads the page that it leads to.
    if (this.parts.request.headers.has("X-For-Device")) return redirect(path, 303);
    const headers = new Headers(cookies.map((cookie) => ["Set-Cookie", cookie] as [string, string]));
    if (notice) headers.append("Set-Cookie", await this.cookie(notice));
    // Drops pages that the browser has kept, also without scripts. Cookies stay.
    if (typeof notice === "object" && notice.leaves) headers.set("Clear-Site-Data", '"cache", "storage"');
    return redirect(headers.has("Set-Cookie") ? this.askingForCookies(path) : path, { status: 303, headers });
  }

  /** The path of a redirect. It gets `COOKIES_ASKED` if it is unknown whether this browser keeps cookies. */
  private askingForCookies(path: string): string {
    const { searchParams } = new URL(this.parts.request.url);
    if (
      this.parts.request.headers.has("Cookie") ||
      (this.parts.request.method === "GET" && !searchParams.has(COOKIES_ASKED))
    )
      return path;
    const [address = "", hash] = path.split(/(?=#)/);
    return `${address}${address.includes("?") ? "&" : "?"}${COOKIES_ASKED}=asked${hash ?? ""}`;
  }

  /** Whether this browser keeps no cookies. If it turns out to keep them, it is redirected to the original address. */
  keepsNoCookies(): boolean {
    const url = new URL(this.parts.request.url);
    if (this.parts.request.method !== "GET" || !url.searchParams.has(COOKIES_ASKED)) return false;
    if (!this.parts.request.headers.has("Cookie")) return true;
    throw redirect(withoutAsking(url), 303);
  }
}
