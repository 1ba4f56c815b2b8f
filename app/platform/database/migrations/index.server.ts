import type { Migration } from "kysely";
import type { Dialect } from "../dialects/dialect";
import { foundation } from "./0001-foundation.server";
import { shortWords } from "./0002-short-words.server";

/** Every migration, in the order of its name. One that has landed is never edited; a later one changes what it made. */
export function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    "0001-foundation": { up: (db) => foundation(db, dialect) },
    "0002-short-words": { up: (db) => shortWords(db, dialect) },
  };
}
