import { serveBy, type Service } from "~/api/in-process.server";
import { buildApi } from "~/api/service.server";
import { refuseDemoLogins } from "~/demo/accounts.server";
import { fillDemo } from "~/demo/fill.server";
import { checkBookingZone } from "~/features/accounting/booking-zone.server";
import { preparePushKeys } from "~/features/push/keys.server";
import { webAuthn } from "~/features/second-factor/relying-party.server";
import { workOf } from "./jobs.server";
import { readConfig, type Config } from "~/platform/config.server";
import { isDiskFull } from "~/platform/disk-full";
import { FilesOutOfReach } from "~/platform/files/out-of-reach";
import { checkTemporaryFolder } from "~/platform/files/temporary-folder.server";
import { migrate } from "~/platform/database/migrate.server";
import { untilReachable } from "~/platform/database/until-reachable";
import { isNoRight, noRightTo, noRoomFor } from "~/platform/startup-error";
import { openTracing } from "~/platform/tracing/open-tracing.server";
import { theTracer } from "~/platform/tracing/tracing.server";
import { openServices, type Services } from "~/platform/services.server";

interface Held {
  service: Promise<Service>;
  /** Which evaluation of this module built it. */
  generation: number;
}

const global = globalThis as typeof globalThis & { fieldstall?: Held; fieldstallGenerations?: number };

/**
 * Development evaluates this module again when code that the service is made of has changed; everywhere else there is
 * one generation.
 */
const generation = (global.fieldstallGenerations = (global.fieldstallGenerations ?? 0) + 1);

/**
 * The one service of this process. Started by server.ts before it listens; under another server (development,
 * remix-serve) by the first request. Kept on the global object, so that development does not open it twice: newer code
 * takes the place of older, and what still runs of the older code uses the newer service.
 */
export function theService(): Promise<Service> {
  const current = global.fieldstall;
  if (current && current.generation >= generation) return current.service;
  const service = (current ? current.service.then(retire, () => undefined) : Promise.resolve())
    .then(() => start(readConfig(process.env)))
    .catch((error) => {
      delete global.fieldstall;
      throw error;
    });
  global.fieldstall = { service, generation };
  return service;
}
serveBy(theService);

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
    if (error instanceof FilesOutOfReach && !error.needsOperator)
      return services.log.error({ reason: error.message }, "files are out of reach");
    // Nor without room for new ones.
    if (isDiskFull(error)) return services.log.error({ reason: String(error) }, "the disk is full");
    throw isNoRight(error) ? noRightTo(`The folder of files in ${config.dataDir}`) : error;
  });
  await migrate(services).catch(noRoomOr(services));
  await checkBookingZone(services).catch(noRoomOr(services));
  await preparePushKeys(services).catch(noRoomOr(services));
  services.replica?.shut();
  if (config.production) await untilReachable(services.dialect.place, () => refuseDemoLogins(services.db));
  if (config.demo) await fillDemo(services).catch(noRoomOr(services));
  setTimeout(() => void webAuthn().catch(() => undefined), AFTER_THE_FIRST_PAGES).unref();
  services.presence.begin();
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
  const running = await global.fieldstall?.service;
  delete global.fieldstall;
  await running?.runner.stop();
  await Promise.all([running?.services.close(), theTracer()?.close()]);
}
