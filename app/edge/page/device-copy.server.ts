import { createHmac } from "node:crypto";
import type { Config } from "~/platform/config.server";
import { cookiesOf, readText } from "~/session/cookies.server";
import { FOR_DEVICE, KEEP, KEPT, OFFLINE, VIEWER, VISITOR } from "~/ui/device/contract";

/** Query parameters of the pages that a device may keep. */
const READ = new Set([
  "categories",
  "q",
  "categoryId",
  "sort",
  "page",
  "from",
  "picture",
  "quantity",
  "size",
  "_routes",
  "index",
]);

/** The word by which a device tells for whom a page was made: `VISITOR`, or a digest of the session's token. */
export function viewerOf(token: string | null, { secret }: Pick<Config, "secret">): string {
  return token === null ? VISITOR : createHmac("sha256", secret).update(`viewer ${token}`).digest("base64url");
}

/**
 * Says in headers of a page, or of its data, for whom it was made and whether the device may keep it. Only the server's
 * secret can make a session's word from its token.
 */
export async function sayForWhom(request: Request, headers: Headers, config: Config): Promise<void> {
  const { authToken, notice } = cookiesOf(config);
  const token = await readText(authToken, request);
  headers.set(VIEWER, viewerOf(token, config));
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");
  const hasOnlyReadParameters = [...searchParams.keys()].every((name) => READ.has(name));
  // A notice of a past action must not be shown again when the page is opened next time.
  const tells =
    !request.headers.has(FOR_DEVICE) && new RegExp(`(^|; )${notice.name}=`).test(request.headers.get("Cookie") ?? "");
  if (request.method === "GET" && KEPT.test(path) && hasOnlyReadParameters && !tells) headers.set(OFFLINE, KEEP);
}
