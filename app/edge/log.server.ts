import type { Step } from "./context.server";

/** Reports every request to the log, the metrics and the traces once it is answered. */
export const log: Step =
  ({ noteAnswer }) =>
  (request, response, next) => {
    noteAnswer(request, response);
    next();
  };
