import { z } from "zod";

/* The audit log as operators read it. */

export const auditEntry = z
  .object({
    _id: z.string(),
    actorName: z.string(),
    action: z.string().describe("What was done: merchant.suspended, product.published …"),
    subject: z.string(),
    details: z.record(z.string(), z.unknown()),
    createdAt: z.string(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;
