import { createRoute } from "@hono/zod-openapi";
import { cursorPageOf } from "~/features/pagination";
import { inTransaction } from "~/platform/database/database.server";
import { answers, newApi, onlyFor } from "~/platform/http/api.server";
import { asSpreadsheet, spreadsheetAnswer } from "~/platform/spreadsheet.server";
import { audit, operatorOf } from "./audit.server";
import { auditExport, auditPage } from "./find-entries.server";
import { auditEntry, auditExportQuery, auditQuery } from "./schema";

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
      summary:
        "Every entry that passes the filters, as CSV or as a workbook; that it was exported is written down as well",
      ...onlyFor("operator"),
      request: { query: auditExportQuery },
      responses: spreadsheetAnswer,
    }),
    async (c) => {
      const { services } = c.var;
      const [operator, query] = [await operatorOf(c), c.req.valid("query")];
      const { format, ...filters } = query;
      const activeFilters = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
      await inTransaction(services.db, (trx) =>
        audit(trx, services, operator, "audit.exported", "Audit log", activeFilters),
      );
      return c.body(auditExport(services, query), 200, asSpreadsheet("audit-log", format));
    },
  );
