import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A received span, with its attributes by name. */
export interface ToldSpan {
  name: string;
  /** The kinds of OTLP: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** Code 2: the span failed. */
  status: { code?: number };
  attributes: Record<string, unknown>;
}

/** A collector that takes OTLP as JSON over HTTP. */
export interface TraceCollector {
  url: string;
  spans: ToldSpan[];
  /** Every received body, unchanged. */
  bodies: string[];
  /** Names of the services that sent spans. */
  services: Set<unknown>;
  /** Sets how it answers from now on. */
  behave(how: "take" | "refuse" | "hang"): void;
  close(): Promise<void>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface Body {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ToldSpan, "attributes"> & { attributes: Attribute[] })[] }[];
  }[];
}

export async function startTraceCollector(): Promise<TraceCollector> {
  let how: "take" | "refuse" | "hang" = "take";
  const collector = { spans: [] as ToldSpan[], bodies: [] as string[], services: new Set<unknown>() };
  const server = createServer(async (request, response) => {
    if (how === "hang") return;
    // Not a status after which the exporter itself tries again.
    if (how === "refuse" || request.url !== "/v1/traces") return void response.writeHead(400).end();
    const body = await text(request);
    collector.bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as Body).resourceSpans) {
      collector.services.add(byName(resource.attributes)["service.name"]);
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        collector.spans.push({ ...span, attributes: byName(span.attributes) });
    }
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...collector,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave: (next) => (how = next),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const byName = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
