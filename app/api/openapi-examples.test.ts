import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { apiDocument } from "../../tests/fixtures/api-document";
import { longTest } from "../../tests/fixtures/long-test";
import { onBothDatabases } from "../../tests/fixtures/world";

interface Content {
  example?: unknown;
}

onBothDatabases("the examples of the OpenAPI document", (world) => {
  longTest(
    "every answer in JSON has an example that its schema takes, with ids and moments in their form",
    async () => {
      const document = await apiDocument<{
        paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, Content> }> }>>;
        components: Record<string, Record<string, unknown>>;
      }>(world);
      const ajv = new Ajv2020({ strict: false, validateSchema: false, inlineRefs: false, code: { optimize: false } });
      addFormats.default(ajv);
      ajv.addSchema(document, "api");
      let answers = 0;
      for (const [path, methods] of Object.entries(document.paths))
        for (const [method, { responses }] of Object.entries(methods))
          for (const [status, { content = {} }] of Object.entries(responses)) {
            if (!status.startsWith("2") || !content["application/json"]) continue;
            answers += 1;
            const parts = ["paths", path, method, "responses", status, "content", "application/json", "schema"];
            const pointer = parts.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
            const isTaken = ajv.compile({ $ref: `api#/${pointer}` });
            expect([isTaken(content["application/json"].example), method, path, isTaken.errors]).toEqual([
              true,
              method,
              path,
              null,
            ]);
          }
      expect(answers).toBeGreaterThan(300);
      expect(document.components["schemas"]?.["PersonalToken"]).toMatchObject({
        properties: {
          _id: { type: "string", pattern: expect.stringContaining("[0-9a-f]{24}") },
          createdAt: { type: "string", format: "date-time" },
          lastUsedAt: { type: ["string", "null"], format: "date-time" },
        },
      });
    },
  );
});
