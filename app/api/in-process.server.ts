import { hc } from "hono/client";
import type { Config } from "~/platform/config.server";
import { newId } from "~/platform/ids.server";
import type { JobRunner } from "~/platform/jobs/runner.server";
import { requestScope } from "~/platform/log.server";
import type { Services } from "~/platform/services.server";
import type { Client } from "./client";
import type { Api } from "./service.server";

/** The running product. Everything is built once and handed to the code that answers requests. */
export interface Service {
  config: Config;
  services: Services;
  api: Api;
  runner: JobRunner;
}

let opening: (() => Promise<Service>) | undefined;

/** Sets how this process opens its one service. `app/service`, which starts the service, calls this. */
export function serveBy(open: () => Promise<Service>): void {
  opening = open;
}

/** The one service of this process, for code that only calls it. */
export function runningService(): Promise<Service> {
  if (!opening) throw new Error("app/service/the-service.server.ts is not loaded.");
  return opening();
}

/** The id of the HTTP request that is being answered. */
export function requestIdOf(): string {
  return requestScope()?.requestId ?? newId();
}

/** The typed client of the service in this process. It makes the same calls as any HTTP client, without a socket. */
export function clientOf(
  { api }: Pick<Service, "api">,
  options: {
    token?: string | null;
    key?: string | undefined;
    /** The version to change, as an ETag. */
    version?: string | undefined;
    /** The word that identifies the browser. `userAgent` is the browser's own name for itself. */
    browser?: string | null;
    userAgent?: string | null;
    memo: Map<string, Promise<unknown>>;
  },
): Client {
  const headers = {
    ...(options.token && { Authorization: options.token }),
    ...(options.key && { "Idempotency-Key": options.key }),
    ...(options.version && { "If-Match": options.version }),
    ...(options.browser && { "X-Browser": options.browser }),
    ...(options.userAgent && { "User-Agent": options.userAgent }),
  };
  return hc<Api>("http://service", {
    headers,
    fetch: (input: Request | string | URL, init?: RequestInit) => {
      const call = async () =>
        api.request(input, init, { memo: options.memo, clientAddress: requestScope()?.clientAddress ?? "unknown" });
      return options.key ? afterTheFirst(call) : call();
    },
  }).api.v1;
}

/** Milliseconds between checks whether the first of two equal posts is done. All together are 15 seconds. */
const LOOKS = [100, 200, 400, 800, 1500, 2000, 2000, 2000, 2000, 2000, 2000];

/**
 * Makes a call under a form's key. If a form is pressed twice, the second post arrives while the first is still at
 * work. The browser shows the answer to the second post, so that post waits for the first one's answer.
 */
async function afterTheFirst(call: () => Promise<Response>): Promise<Response> {
  let answer = await call();
  for (const pause of LOOKS) {
    if (answer.status !== 409 || !answer.headers.has("Retry-After")) return answer;
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
    answer = await call();
  }
  return answer;
}
