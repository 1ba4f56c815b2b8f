import { hc } from "hono/client";
import type { Config } from "~/platform/config.server";
import { newId } from "~/platform/ids.server";
import type { JobRunner } from "~/platform/jobs/runner.server";
import { requestScope } from "~/platform/log.server";
import type { Services } from "~/platform/services.server";
import type { Client } from "./client";
import type { Api } from "./service.server";

/** The running product: everything built once, handed to whoever answers a request. */
export interface Service {
  config: Config;
  services: Services;
  api: Api;
  runner: JobRunner;
}

let opening: (() => Promise<Service>) | undefined;

/** Says how the one service of this process is had; `app/service` does, which starts it. */
export function serveBy(open: () => Promise<Service>): void {
  opening = open;
}

/** The one service of this process, for those who only call it. */
export function runningService(): Promise<Service> {
  if (!opening) throw new Error("app/service/the-service.server.ts is not loaded.");
  return opening();
}

/** The id of the HTTP request that is being answered. */
export function requestIdOf(): string {
  return requestScope()?.requestId ?? newId();
}

/** The typed client of the service, in process: no socket, the same calls that any HTTP client makes. */
export function clientOf(
  { api }: Pick<Service, "api">,
  options: {
    token?: string | null;
    key?: string | undefined;
    /** The version that is to be changed, as an ETag. */
    version?: string | undefined;
    /** The word by which the browser is told apart, and what it calls itself. */
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

/** Milliseconds between looks at whether the first of two equal posts is done; some fifteen seconds in all. */
const LOOKS = [100, 200, 400, 800, 1500, 2000, 2000, 2000, 2000, 2000, 2000];

/**
 * A call under a form's key. Pressed twice, a form is posted while the first post is still at work: the browser shows
 * what the second one is answered, so that one waits for the first one's answer.
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
