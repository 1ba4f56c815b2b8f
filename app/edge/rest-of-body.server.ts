import type { Step } from "./context.server";

/**
 * Reads the rest of a body that was answered before its end, as when the ninth of two hundred files is refused. The
 * next request of that connection would otherwise wait behind it until the connection is given up.
 */
export const restOfBody: Step = () => (request, response, next) => {
  response.once("finish", () => {
    if (request.complete) return;
    for (const event of ["data", "end", "error"]) request.removeAllListeners(event);
    request.on("error", () => undefined);
    request.resume();
  });
  next();
};
