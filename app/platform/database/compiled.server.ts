import type { Compilable, CompiledQuery } from "kysely";
import type { Db } from "./database.server";

/**
 * A query that every page runs. It is built and compiled once for each handle and returns its rows. Its parameters must
 * be exactly the texts in `values`, in that order.
 */
export function compiledOnce<Values extends readonly string[], Row>(
  query: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const compiledByDb = new WeakMap<Db, CompiledQuery<Row>>();
  return async (db, ...values) => {
    const compiled = compiledByDb.get(db) ?? requireValues(query(db, ...values).compile(), values);
    compiledByDb.set(db, compiled);
    return (await db.executeQuery<Row>({ ...compiled, parameters: values })).rows;
  };
}

function requireValues<Row>(compiled: CompiledQuery<Row>, values: readonly string[]): CompiledQuery<Row> {
  if (compiled.parameters.length !== values.length || values.some((value, n) => compiled.parameters[n] !== value))
    throw new Error(`These are not the parameters of this query: ${compiled.sql}`);
  return compiled;
}
