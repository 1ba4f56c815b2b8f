import { AliasNode, IdentifierNode, RawNode, TableNode, type LogEvent, type OperationNode } from "kysely";
import { pastSpan } from "~/platform/tracing/tracing.server";

/**
 * A statement's operation and table. The table is null for SQL written by hand, and if it is something else, such as a
 * subquery.
 */
export interface Statement {
  operation: string;
  table: string | null;
}

const OPERATIONS: Record<string, string> = {
  SelectQueryNode: "select",
  InsertQueryNode: "insert",
  UpdateQueryNode: "update",
  DeleteQueryNode: "delete",
  MergeQueryNode: "merge",
};

/** Traces a statement that was answered or refused, without its text and its values. */
export function traceStatement(event: LogEvent, system: string): void {
  const { operation, table } = statementOf(event.query.query);
  pastSpan(
    table === null ? operation : `${operation} ${table}`,
    "client",
    {
      "db.system.name": system,
      "db.operation.name": operation,
      ...(table !== null && { "db.collection.name": table }),
    },
    event.queryDurationMillis,
    event.level === "error" ? event.error : undefined,
  );
}

export function statementOf(node: OperationNode): Statement {
  if (RawNode.is(node)) return { operation: firstWord(node.sqlFragments[0] ?? ""), table: null };
  const { from, into, table } = node as {
    from?: { froms: readonly OperationNode[] };
    into?: OperationNode;
    table?: OperationNode;
  };
  return {
    operation: OPERATIONS[node.kind] ?? "other",
    table: tableOf(into ?? table ?? from?.froms[0]),
  };
}

function tableOf(node: OperationNode | undefined): string | null {
  if (node && AliasNode.is(node)) return tableOf(node.node);
  return node && TableNode.is(node) && IdentifierNode.is(node.table.identifier) ? node.table.identifier.name : null;
}

/** SQL written by hand passes its values as parameters, so its first word is one of SQL's. */
function firstWord(text: string): string {
  return /^\s*([a-z]{2,20})\b/i.exec(text)?.[1]?.toLowerCase() ?? "other";
}
