import type { Db, Trx } from "~/platform/database/database.server";
import type { EmailChangeRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";

/**
 * A part of an account that another feature holds: the second factor, the webhooks. It is copied when another address
 * is requested, because a thief may already be there; the undo of the change restores the copy.
 */
export interface AccountPart {
  /** The column of `emailChanges` that holds the copy. */
  column: keyof EmailChangeRow & `${string}Before`;
  /** The part of a person as it is now, as JSON. */
  copy(db: Db, userId: string): Promise<string>;
  /** Replaces the part by its copy: removes later additions, and brings back what was removed or changed. */
  restore(trx: Trx, services: Services, userId: string, copy: string): Promise<void>;
}
