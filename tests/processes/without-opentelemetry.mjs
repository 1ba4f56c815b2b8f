// Loaded before a program: any import of an OpenTelemetry package fails.
import { register } from "node:module";

const hooks = `export async function resolve(name, context, next) {
  if (name.startsWith("@opentelemetry/")) throw new Error("A package of OpenTelemetry is loaded.");
  return next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
