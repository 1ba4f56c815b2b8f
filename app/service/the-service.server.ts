import { hc } from "hono/client";
import { buildApi, type Api } from "~/api/service.server";
import type { Client } from "~/api/client";
import { refuseDemoLogins } from "~/demo/accounts.server";
import { fillDemo } from "~/demo/fill.server";
import { webAuthn } from "~/features/second-factor/relying-party.server";
import { workOf } from "./jobs.server";
import { readConfig, type Config } from "~/platform/config.server";
import { isDiskFull } from "~/platform/disk-full";
import { FilesOutOfReach } from "~/platform/files/out-of-reach";
import { checkTemporaryFolder } from "~/platform/files/temporary-folder.server";
import { migrate } from "~/platform/database/migrate.server";
import { untilReachable } from "~/platform/database/until-reachable";
import type { JobRunner } from "~/platform/jobs/runner.server";
import { newId } from "~/platform/ids.server";
import { requestScope } from "~/platform/log.server";
import { isNoRight, noRightTo, noRoomFor } from "~/platform/startup-error";
import { openTracing } from "~/platform/tracing/open-tracing.server";
import { theTracer } from "~/platform/tracing/tracing.server";
import { openServices, type Services } from "~/platform/services.server";

/** The running product: everything built once, handed to whoever answers a request. */
export interface Service {
  config: Config;
  services: Services;
  api: Api;
  runner: JobRunner;
}

interface Held {
  service: Promise<Service>;
  /** Which evaluation of this module built it. */
  generation: number;
}

const held = globalThis as typeof globalThis & { fieldstall?: Held; fieldstallGenerations?: number };

/**
 * Development evaluates this module again when code that the service is made of has changed; everywhere else there is
 * one generation.
 */
const generation = (held.fieldstallGenerations = (held.fieldstallGenerations ?? 0) + 1);

/**
 * The one service of this process. Started by server.ts before it listens; under another server (development,
 * remix-serve) by the first request. Kept on the global object, so that development does not open it twice: newer code
 * takes the place of older, and what still runs of the older code uses the newer service.
 */
export function theService(): Promise<Service> {
  const known = held.fieldstall;
  if (known && known.generation >= generation) return known.service;
  const service = (known ? known.service.then(retire, () => undefined) : Promise.resolve())
    .then(() => start(readConfig(process.env)))
    .catch((error) => {
      delete held.fieldstall;
      throw error;
    });
  held.fieldstall = { service, generation };
  return service;
}

const GRACE = 10_000;

/** Ends the jobs of a service that newer code replaces; requests under way may finish with its database. */
async function retire({ runner, services }: Service): Promise<void> {
  await runner.stop();
  setTimeout(() => void services.close(), GRACE).unref();
}

/** Milliseconds; who comes with a passkey before that waits a moment. */
const AFTER_THE_FIRST_PAGES = 5000;

async function start(config: Config): Promise<Service> {
  await checkTemporaryFolder();
  const services = await openServices(config);
  if (config.traces) await openTracing(services.log);
  await services.files.check().catch((error: unknown) => {
    // Without pictures the shop still sells, and they come back by themselves.
    if (error instanceof FilesOutOfReach)
      return services.log.error({ reason: error.message }, "files are out of reach");
    // Nor without room for new ones.
    if (isDiskFull(error)) return services.log.error({ reason: String(error) }, "the disk is full");
    throw isNoRight(error) ? noRightTo(`The folder of files in ${config.dataDir}`) : error;
  });
  await migrate(services).catch(noRoomOr(services));
  services.replica?.shut();
  if (config.production) await untilReachable(services.dialect.place, () => refuseDemoLogins(services.db));
  if (config.demo) await fillDemo(services).catch(noRoomOr(services));
  setTimeout(() => void webAuthn().catch(() => undefined), AFTER_THE_FIRST_PAGES).unref();
  const runner = workOf(services);
  await runner.start();
  return { config, services, api: buildApi(services), runner };
}

const noRoomOr =
  ({ dialect }: Pick<Services, "dialect">) =>
  (error: unknown): never => {
    throw isDiskFull(error) ? noRoomFor(`what the database ${dialect.place} begins with`) : error;
  };

/** Finishes the jobs under way, closes the database, and hands over what is left to be told of them. */
export async function stopService(): Promise<void> {
  const running = await held.fieldstall?.service;
  delete held.fieldstall;
  await running?.runner.stop();
  await Promise.all([running?.services.close(), theTracer()?.close()]);
}

/** The id of the HTTP request that is being answered. */
export function requestIdOf(): string {
  return requestScope()?.requestId ?? newId();
}

/** The typed client of the service, in process: no socket, the same calls that any HTTP client makes. */
export function clientOf(
  { api }: Pick<Service, "api">,
  asking: {
    token?: string | null;
    key?: string | undefined;
    /** The word by which the browser is told apart, and what it calls itself. */
    browser?: string | null;
    userAgent?: string | null;
    memo: Map<string, Promise<unknown>>;
  },
): Client {
  const headers = {
    ...(asking.token && { Authorization: asking.token }),
    ...(asking.key && { "Idempotency-Key": asking.key }),
    ...(asking.browser && { "X-Browser": asking.browser }),
    ...(asking.userAgent && { "User-Agent": asking.userAgent }),
  };
  return hc<Api>("http://service", {
    headers,
    fetch: (input: Request | string | URL, init?: RequestInit) => {
      const call = async () =>
        api.request(input, init, { memo: asking.memo, clientAddress: requestScope()?.clientAddress ?? "unknown" });
      return asking.key ? afterTheFirst(call) : call();
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
