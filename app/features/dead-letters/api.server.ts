import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, id } from "~/features/fields";
import { pageOf, pageQuery } from "~/features/pagination";
import { operatorOf } from "~/features/audit/audit.server";
import { answers, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { deadJobPage, retryJob } from "./dead-letters.server";
import { deadJob } from "./schema";

const tags = ["Operators"];

export const deadLettersApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/jobs",
      operationId: "operatorListDeadJobs",
      tags,
      summary: "Jobs that failed for good, newest first, 20 a page",
      ...onlyFor("operator"),
      request: { query: pageQuery },
      responses: answers(pageOf(deadJob)),
    }),
    async (c) => c.json({ data: await deadJobPage(c.var.services, c.req.valid("query").page) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/jobs/{id}/retry",
      operationId: "operatorRetryJob",
      ...mayRefuse("unknown_job", "newer_job"),
      tags,
      summary: "Try a dead job anew",
      ...onlyFor("operator"),
      request: { params: z.object({ id }) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await retryJob(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "It is tried again now." }, 200);
    },
  );
