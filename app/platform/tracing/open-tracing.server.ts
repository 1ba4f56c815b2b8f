import { randomUUID } from "node:crypto";
import type { Attributes, Context, DiagLogger, Span } from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace-base";
import type { Log } from "~/platform/log.server";
import { traceTo, type Tracer } from "./tracing.server";

/** How long a stop waits for the collector. */
const LAST_FLUSH_MS = 2000;
const noop = () => undefined;

/**
 * Sends traces of all work from now on to a collector by OTLP, as JSON over HTTP. The SDK reads the collector's
 * address, the sampling and the size of the batches from the standard variables. The packages are loaded only here, so
 * a shop without traces pays nothing for them. Nothing is registered with the packages' globals, so that tests can do
 * it again.
 */
export async function openTracing(log: Log): Promise<void> {
  const [api, core, sdk, resources, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/core"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  // The SDK's complaints about its variables. Spans that the collector refuses are logged below, once.
  api.diag.setLogger(complaints(log), api.DiagLogLevel.WARN);
  const provider = new sdk.BasicTracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ "service.name": "fieldstall", "service.instance.id": randomUUID() }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(toldOnce(new OTLPTraceExporter(), log))],
  });
  api.diag.disable();
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    consumer: api.SpanKind.CONSUMER,
    internal: api.SpanKind.INTERNAL,
  };
  const spans = provider.getTracer("fieldstall");
  const propagator = new core.W3CTraceContextPropagator();
  const start = (name: string, kind: keyof typeof kinds, attributes: Attributes, below: Context, startTime?: number) =>
    spans.startSpan(name, { kind: kinds[kind], attributes, ...(startTime !== undefined && { startTime }) }, below);

  const tracer: Tracer = {
    start: (name, kind, attributes, parent?: Span, startTime?: number) =>
      start(name, kind, attributes, parent ? api.trace.setSpan(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT, startTime),
    startRequest: (attributes, headers) =>
      start(
        "request",
        "server",
        attributes,
        headers ? propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter) : api.ROOT_CONTEXT,
      ),
    fail: (span, type) => void span.setAttribute("error.type", type).setStatus({ code: api.SpanStatusCode.ERROR }),
    async close() {
      traceTo(null);
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, LAST_FLUSH_MS)));
      await Promise.race([provider.shutdown().catch(noop), patience]).finally(() => clearTimeout(timer));
    },
  };
  traceTo(tracer);
}

/** The exporter, with a log line when its failures begin and when they end. */
function toldOnce(exporter: SpanExporter, log: Log): SpanExporter {
  let failing = false;
  return {
    export(spans, callback) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !failing)
          log.warn({ reason: String(result.error?.message) }, "the collector of traces does not take them");
        if (!failed && failing) log.info("the collector takes traces again");
        failing = failed;
        callback(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

function complaints(log: Log): DiagLogger {
  const warn = (reason: string) => log.warn({ reason }, "a variable of OpenTelemetry is not as it should be");
  return { error: warn, warn, info: noop, debug: noop, verbose: noop };
}
