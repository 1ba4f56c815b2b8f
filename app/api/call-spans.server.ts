import type { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { ApiEnv } from "~/platform/http/api.server";
import { inSpan, theTracer } from "~/platform/tracing/tracing.server";

/** Traces every call of the service in a span named by its operationId. `api` is complete when the first call comes. */
export function callSpans(api: () => OpenAPIHono<ApiEnv, any, any>, base: string): MiddlewareHandler<ApiEnv> {
  let names: Map<string, string> | undefined;
  return (c, next) =>
    inSpan("call", "internal", {}, async (span) => {
      await next();
      if (!span) return;
      const operationNames = (names ??= operationIds(api(), base));
      const [name = "unknown call"] = matchedRoutes(c).flatMap(
        ({ method, path }) => operationNames.get(`${method} ${path}`) ?? [],
      );
      span.updateName(name).setAttributes({ "rpc.method": name, "http.response.status_code": c.res.status });
      if (c.res.status >= 500) theTracer()?.fail(span, String(c.res.status));
    });
}

/** Operation ids, by method and registered address. */
function operationIds(api: OpenAPIHono<ApiEnv, any, any>, base: string): Map<string, string> {
  return new Map(
    api.openAPIRegistry.definitions.flatMap((definition) => {
      if (definition.type !== "route") return [];
      const { method, path, operationId = "" } = definition.route;
      const address = path.replaceAll("{", ":").replaceAll("}", "");
      return [[`${method.toUpperCase()} ${base}${address}`, operationId] as const];
    }),
  );
}
