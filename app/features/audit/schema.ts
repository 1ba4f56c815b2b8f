import { day, inOrder } from "~/features/fields";
import { after, limit, page, searchQuery } from "~/features/pagination";
import { spreadsheetFormat } from "~/features/spreadsheet-format";
import { z } from "~/features/zod";

/* The audit log as operators read it. */

const filters = {
  action: z
    .string()
    .regex(/^([a-z]+\.[a-z_]+)?$/, "action must be one of the log's, such as product.published.")
    .default("")
    .describe("What was done, such as product.published; empty for anything."),
  actor: z
    .string()
    .regex(/^([0-9a-f]{24}|command-line)?$/, "actor must be an operator's id, or command-line.")
    .default("")
    .describe("An operator's id, or command-line for whoever has the machine's; empty for anybody."),
  q: searchQuery.shape.q.describe(
    "Part of a subject, a reason or an id. It is looked for in the newest 10,000 entries that pass the other filters.",
  ),
  since: day("The first day"),
  until: day("The last day"),
};

export const auditFilters = z.object(filters).refine(inOrder.check, inOrder.error);
export type AuditFilters = z.infer<typeof auditFilters>;
export const auditExportQuery = z
  .object({ ...filters, format: spreadsheetFormat })
  .refine(inOrder.check, inOrder.error);
export const auditQuery = z.object({ page, limit, after, ...filters }).refine(inOrder.check, inOrder.error);

export type AuditQuery = z.infer<typeof auditQuery>;

export interface AuditChange {
  what: string;
  from: string;
  to: string;
}

export const auditEntry = z
  .object({
    _id: z.string(),
    actorId: z.string(),
    actorName: z.string(),
    action: z.string().describe("What was done: merchant.suspended, product.published …"),
    subject: z.string(),
    details: z
      .record(z.string(), z.unknown())
      .describe("Ids and reasons; changes has what was changed, from what, to what."),
    createdAt: z.string(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;
