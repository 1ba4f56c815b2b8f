import { createRoute, z } from "@hono/zod-openapi";
import { cursorPageOf } from "~/features/pagination";
import { inTransaction } from "~/platform/database/database.server";
import { answers, newApi, onlyFor } from "~/platform/http/api.server";
import { asFile, CSV } from "~/platform/spreadsheet.server";
import { audit, operatorOf } from "./audit.server";
import { auditAsCsv, auditPage } from "./find-entries.server";
import { auditEntry, auditFilters, auditQuery } from "./schema";

const tags = ["Operators"];

export const auditApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/audit",
      operationId: "operatorListAudit",
      tags,
      summary: "What operators did, newest first, 20 a page",
      ...onlyFor("operator"),
      request: { query: auditQuery },
      responses: answers(cursorPageOf(auditEntry)),
    }),
    async (c) => c.json({ data: await auditPage(c.var.services, c.req.valid("query")) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/audit/export",
      operationId: "operatorExportAudit",
      tags,
      summary: "Every entry that passes the filters, as CSV; that it was exported is written down as well",
      ...onlyFor("operator"),
      request: { query: auditFilters },
      responses: { 200: { description: "CSV.", content: { "text/csv": { schema: z.string() } } } },
    }),
    async (c) => {
      const { services } = c.var;
      const [operator, filters] = [await operatorOf(c), c.req.valid("query")];
      const activeFilters = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
      await inTransaction(services.db, (trx) =>
        audit(trx, services, operator, "audit.exported", "Audit log", activeFilters),
      );
      return c.body(auditAsCsv(services, filters), 200, asFile("audit-log.csv", CSV));
    },
  );
