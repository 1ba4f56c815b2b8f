import type { Step } from "./context.server";

/** Has the log, the metrics and the traces told of every request once it is answered. */
export const log: Step =
  ({ noteAnswer }) =>
  (request, response, next) => {
    noteAnswer(request, response);
    next();
  };
