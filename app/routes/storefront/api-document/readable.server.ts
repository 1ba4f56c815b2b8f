import type { ApiDocument } from "~/api/client";
import type { ReadableCall } from "./call";
import { callsOf } from "./document.server";
import { shapeOf } from "./shape";

/** The calls of a group, as the page shows them. */
export function readableCalls(document: ApiDocument, tag: string): ReadableCall[] {
  const { schemas } = document.components;
  const causes = document["x-refusals"].own;
  return callsOf(document)
    .filter(({ operation }) => operation.tags[0] === tag)
    .map(({ method, path, operation }) => {
      const [status = "", success] = Object.entries(operation.responses).find(([code]) => code < "300") ?? [];
      const [type = "", answer] = Object.entries(success?.content ?? {})[0] ?? [];
      const content = Object.values(operation.requestBody?.content ?? {})[0];
      return {
        id: operation.operationId,
        method,
        path,
        summary: operation.summary,
        description: operation.description,
        parameters: (operation.parameters ?? []).map(({ name, in: where, required, description, schema }) => ({
          name,
          where,
          required: required === true,
          what: `${shapeOf(schema, schemas)}${description ? `. ${description}` : ""}`,
        })),
        payload: content
          ? {
              shape: shapeOf(content.schema, schemas),
              example: content.example === undefined ? "" : JSON.stringify(content.example, null, 2),
            }
          : null,
        answer: { status, type, shape: answer && type === "application/json" ? shapeOf(answer.schema, schemas) : "" },
        refusals: Object.entries(operation["x-refusals"])
          .flatMap(([status, codes]) => codes.map((code) => ({ status, code })))
          .filter(({ code }) => code in causes),
      };
    });
}
