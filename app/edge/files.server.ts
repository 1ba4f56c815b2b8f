import path from "node:path";
import { constants } from "node:zlib";
import compression from "compression";
import express from "express";
import type { Step } from "./context.server";
import { narrowestForSaveData } from "./files/save-data.server";

/** For exports: a window of 256 KB. The default takes 4 MB and more for each export in progress. */
const STREAMED = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };

/** Answers the browser's files from the disk, and compresses streamed responses of later steps. */
export const files: Step = ({ config, clientFolder, files: addresses }) => {
  const router = express.Router();
  // The browser must ask for the worker each time: it compares it with the one that it has.
  router.get("/sw.js", (request, response, next) => {
    if (!config.serviceWorker) request.url = "/sw-retired.js";
    response.setHeader("Cache-Control", "no-cache");
    next();
  });
  router.use(narrowestForSaveData(addresses));
  router.use(compression({ brotli: STREAMED }));
  router.use(
    "/assets",
    express.static(path.join(clientFolder, "assets"), {
      immutable: true,
      maxAge: "1y",
      redirect: false,
      fallthrough: false,
    }),
  );
  const sendFile = express.static(clientFolder, { maxAge: "1h", redirect: false, index: false });
  // Pages are not looked for on the disk.
  router.use((request, response, next) => (addresses.has(request.path) ? sendFile(request, response, next) : next()));
  return router;
};
