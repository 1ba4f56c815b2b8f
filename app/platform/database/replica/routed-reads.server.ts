import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SelectQueryNode,
  type CompiledQuery,
  type Driver,
  type QueryResult,
} from "kysely";
import { isOutOfReach } from "../out-of-reach";
import { statementOf } from "../statement-span.server";
import type { Tables } from "../tables";
import type { Replica } from "./replica.server";

const STATEMENT_TIMEOUT = "57014";
const noTransaction = () =>
  Promise.reject(new Error("This handle is for single reads; transactions need services.db."));

/**
 * A handle for single reads that a replica may answer. The replica answers while it has everything, otherwise the
 * primary. If the primary is away (`isAway`), the replica may answer again. Everything but reads goes to the primary.
 */
export function routedReads(primary: Kysely<Tables>, isAway: () => boolean, replica: Replica): Kysely<Tables> {
  async function run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!isRead(query)) return primary.executeQuery<R>(query as CompiledQuery<R>);
    const fromReplica = async () => {
      const answer = await replica.db.executeQuery<R>(query as CompiledQuery<R>);
      replica.reads.replica += 1;
      return answer;
    };
    if (replica.isUsable())
      try {
        return await fromReplica();
      } catch (error) {
        // A statement that is too slow on the replica would be as slow on the primary.
        if (!isOutOfReach(error) || (error as { code?: string }).code === STATEMENT_TIMEOUT) throw error;
        replica.failed(error);
      }
    try {
      const answer = await primary.executeQuery<R>(query as CompiledQuery<R>);
      replica.reads.primary += 1;
      return answer;
    } catch (error) {
      if (!isOutOfReach(error) || !isAway() || !replica.standsIn()) throw error;
      return fromReplica();
    }
  }

  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => ({
      executeQuery: run,
      streamQuery: () => {
        throw new Error("This handle does not stream.");
      },
    }),
    beginTransaction: noTransaction,
    commitTransaction: noTransaction,
    rollbackTransaction: noTransaction,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

function isRead({ query }: CompiledQuery): boolean {
  // Only the primary takes locks.
  if (SelectQueryNode.is(query)) return !query.endModifiers?.length;
  return statementOf(query).operation === "select";
}
