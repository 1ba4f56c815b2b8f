import type { Migration } from "kysely";
import type { Dialect } from "../dialects/dialect";
import { foundation } from "./0001-foundation.server";
import { merchants } from "./0002-merchants.server";
import { selling } from "./0003-selling.server";
import { operators } from "./0004-operators.server";

/** Every migration, in the order of its name. One that has landed is never edited; a later one changes what it made. */
export function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    "0001-foundation": { up: (db) => foundation(db, dialect) },
    "0002-merchants": { up: merchants },
    "0003-selling": { up: selling },
    "0004-operators": { up: operators },
  };
}
