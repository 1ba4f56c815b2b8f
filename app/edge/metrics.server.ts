import express from "express";
import type { Step } from "./context.server";

/** Answers /metrics where METRICS is set. */
export const metrics: Step = (context) => {
  const router = express.Router();
  if (context.metrics) router.get("/metrics", context.metrics.answer);
  return router;
};
