import type { Access } from "~/features/media/who-may-open.server";
import type { Config } from "~/platform/config.server";
import { outageOf } from "~/platform/outage";
import type { Services } from "~/platform/services.server";

/**
 * A redirect to a file that everybody may open and that a CDN shows (FILES_PUBLIC_URL); null where the shop answers it.
 * A browser caches it for a day, not for ever: a team may change its CDN.
 */
export function shownElsewhere({ files }: Pick<Config, "files">, access: Access, key: string): Response | null {
  if (files.publicUrl === null || access !== "open") return null;
  return new Response(null, {
    status: 302,
    headers: {
      Location: `${files.publicUrl}/${key}`,
      "Cache-Control": "public, max-age=86400",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}

/** For `catch`: answers 503 if an outage makes files unreachable. Any other error is thrown again. */
export function filesAway({ log }: Pick<Services, "log">): (error: unknown) => Response {
  return (error) => {
    const outage = outageOf(error);
    if (!outage) throw error;
    log.error({ reason: String(error) }, outage.event);
    return new Response("This file cannot be reached just now. Please try again in a moment.", {
      status: 503,
      headers: { "Content-Type": "text/plain", "Retry-After": outage.retryAfter, "Cache-Control": "no-store" },
    });
  };
}
