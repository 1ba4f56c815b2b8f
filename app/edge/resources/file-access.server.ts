import { whoHasToken } from "~/features/accounts/log-in.server";
import { hashToken } from "~/features/accounts/tokens.server";
import { accessTo, type Access } from "~/features/media/who-may-open.server";
import { cookiesOf, readText } from "~/session/cookies.server";
import type { Service } from "~/api/in-process.server";

/** How the session of a request may open a file; null if the file does not exist for it. */
export function fileAccess(service: Service, request: Request, fileId: string): Promise<Access | null> {
  return accessTo(service.services, fileId, async () => {
    const token = await readText(cookiesOf(service.config).authToken, request);
    return token === null ? null : whoHasToken(service.services, hashToken(token));
  });
}

/** Cache headers of a file. The content of an id never changes, but not everybody may see it. */
export const CACHED: Record<Access, Record<string, string>> = {
  open: {
    "Cache-Control": "public, max-age=31536000, immutable",
    // Other sites, search engines and mail programs show our pictures.
    "Cross-Origin-Resource-Policy": "cross-origin",
  },
  own: { "Cache-Control": "private, max-age=600", Vary: "Cookie" },
};
