import type { Db } from "~/platform/database/database.server";
import { demandsIn, NO_DEMANDS, type CategoryDemands, type Lack } from "./demands";
import { particularMissing } from "./errors.server";

/** The demands of a category. Runs one statement. */
export async function demandsOfCategory(db: Db, categoryId: string): Promise<CategoryDemands> {
  const row = await db
    .selectFrom("categoryDemands")
    .select(["kind", "demands"])
    .where("categoryId", "=", categoryId)
    .executeTakeFirst();
  return row ? demandsIn(row) : NO_DEMANDS;
}

/** Refuses `particular_missing` if a product lacks something. */
export function requireNoLack([first, ...otherLacks]: Lack[]): void {
  if (first) throw particularMissing([first, ...otherLacks]);
}
