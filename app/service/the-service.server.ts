import { serveBy, type Service } from "~/api/in-process.server";
import { buildApi } from "~/api/service.server";
import { refuseDemoLogins } from "~/demo/accounts.server";
import { fillDemo } from "~/demo/fill.server";
import { checkBookingZone } from "~/features/accounting/booking-zone.server";
import { preparePushKeys } from "~/features/push/keys.server";
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
  /** The evaluation of this module that built it. */
  generation: number;
}

const global = globalThis as typeof globalThis & { fieldstall?: Held; fieldstallGenerations?: number };

/**
 * Development evaluates this module again when the service's code has changed. Everywhere else there is one generation.
 */
const generation = (global.fieldstallGenerations = (global.fieldstallGenerations ?? 0) + 1);

/**
 * The one service of this process. server.ts starts it before it listens. Under another server (development,
 * remix-serve) the first request starts it. It is kept on the global object, so that development does not open it
 * twice. Newer code replaces older code, and older code that still runs uses the newer service.
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

/** Ends the jobs of a service that newer code replaces. Requests under way may finish with its database. */
async function retire({ runner, services }: Service): Promise<void> {
  await runner.stop();
  setTimeout(() => void services.close(), GRACE).unref();
}

async function start(config: Config): Promise<Service> {
  await checkTemporaryFolder();
  const services = await openServices(config);
  if (config.traces) await openTracing(services.log);
  await services.files.check().catch((error: unknown) => {
    // The shop can still sell without pictures. They come back by themselves.
    if (error instanceof FilesOutOfReach && !error.needsOperator)
      return services.log.error({ reason: error.message }, "files are out of reach");
    // It can also sell without room for new files.
    if (isDiskFull(error)) return services.log.error({ reason: String(error) }, "the disk is full");
    throw isNoRight(error) ? noRightTo(`The folder of files in ${config.dataDir}`) : error;
  });
  await migrate(services).catch(noRoomOr(services));
  await checkBookingZone(services).catch(noRoomOr(services));
  await preparePushKeys(services).catch(noRoomOr(services));
  services.replica?.shut();
  if (config.production) await untilReachable(services.dialect.place, () => refuseDemoLogins(services.db));
  if (config.demo) await fillDemo(services).catch(noRoomOr(services));
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

/** Finishes the jobs under way, closes the database, and sends the remaining traces. */
export async function stopService(): Promise<void> {
  const running = await global.fieldstall?.service;
  delete global.fieldstall;
  await running?.runner.stop();
  await Promise.all([running?.services.close(), theTracer()?.close()]);
}
