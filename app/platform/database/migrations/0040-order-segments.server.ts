import type { Kysely } from "kysely";
import type { Dialect } from "../dialects/dialect";
import { createOrderSegments } from "../dialects/list-segments.server";

/** Pages in the middle of a list by price or by rating are no longer found by going through it. */
export const orderSegments = (db: Kysely<any>, dialect: Dialect): Promise<void> => createOrderSegments(db, dialect);
