import fc from "fast-check";
import { expect } from "vitest";
import { apiDocument } from "../../tests/fixtures/api-document";
import { longOnPostgres } from "../../tests/fixtures/long-test";
import { addressOf, aMarket, GOOD_CALLS } from "../../tests/fixtures/good-calls";
import { onBothDatabases, type World } from "../../tests/fixtures/world";

/*
 * Draws requests from the schemas of the API's document. Whatever a program makes of the schemas, the answer must be no
 * failure of ours and must have a bounded size. Here the same seed sends the same requests in each run.
 * `npm run abuse -- --drawn=10000` measures the event loop as well, on the built server.
 */

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { name: string; in: string; schema?: Schema }[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const SEED = 33;
const MARKETS = [0, 1, 2, 3];
const REQUESTS_A_MARKET = 60;
const MOST_ANSWER_BYTES = 1024 * 1024;
/** The deepest level to which a schema that contains itself is drawn. */
const DEEPEST = 6;

const ODD = [
  "",
  " ",
  "<",
  "&",
  '"',
  "0",
  "-1",
  "1e308",
  "\u0000",
  "\ud800",
  "ﷺ",
  "\u{1d7e0}",
  "%",
  "[",
  "a\nb",
  "2026-13-45",
];
const text = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.tuple(fc.constantFrom(...ODD), fc.constantFrom(300, 20_000)).map(([sign, length]) => sign.repeat(length)),
);
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -1, 2 ** 53, 1e308));
const anything = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.constant([]), fc.constant({}));

/** Values that fit a schema. One in ten is of another kind. */
function valuesOf(schema: Schema, { components }: Document, depth = 0): fc.Arbitrary<unknown> {
  const within = (inner: Schema) => valuesOf(inner, { components } as Document, depth + 1);
  const { $ref, type, properties, items } = schema;
  if (depth > DEEPEST) return anything;
  if ($ref) return within(components.schemas[$ref.split("/").at(-1) ?? ""] ?? {});
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(within));
  if (schema.allOf) return fc.tuple(...schema.allOf.map(within)).map((parts) => Object.assign({}, ...parts));
  if (schema.enum) return oftenOf(fc.constantFrom(...schema.enum));
  if (schema.const !== undefined) return oftenOf(fc.constant(schema.const));
  if (properties) {
    const fields = Object.entries(properties).map(([name, inner]) => [name, within(inner)] as const);
    return oftenOf(fc.record(Object.fromEntries(fields), { requiredKeys: [] }));
  }
  if (items) return oftenOf(fc.array(within(items), { maxLength: 8 }));
  const kind = [type].flat().find((each) => each !== "null");
  if (kind === "string") return oftenOf(text);
  if (kind === "integer" || kind === "number") return oftenOf(number);
  return kind === "boolean" ? oftenOf(fc.boolean()) : anything;
}

const oftenOf = (values: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary: values }, { weight: 1, arbitrary: anything });

interface Drawn {
  name: string;
  who: number;
  isSample: boolean;
  /** Fields that replace those of the sample, or the whole body if there is no sample. */
  body: unknown;
  query: Record<string, unknown>;
}

function requestsOf(document: Document): fc.Arbitrary<Drawn> {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const json = operation.requestBody?.content["application/json"];
      const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
      return fc.record({
        name: fc.constant(`${method.toUpperCase()} ${path.replace("/api/v1", "")}`),
        who: fc.nat(3),
        isSample: fc.boolean(),
        body: json ? valuesOf(json.schema, document) : fc.constant(undefined),
        query: fc.record(
          Object.fromEntries(parameters.map(({ name, schema = {} }) => [name, valuesOf(schema, document)])),
          { requiredKeys: [] },
        ),
      });
    }),
  );
  return fc.oneof(...calls);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

async function send(world: World, market: Awaited<ReturnType<typeof aMarket>>, ids: string[], request: Drawn) {
  const { name, who, isSample, body, query } = request;
  const [method = "", path = ""] = name.split(" ");
  const good = isSample ? GOOD_CALLS[name]?.(market) : undefined;
  const token = good ? market.tokens[good.by] : Object.values(market.tokens)[who];
  const id = ids[who] ?? "";
  const address = good ? addressOf(path, { ...(good.on && { on: good.on }) }) : path.replaceAll(/\{\w+\}/g, id);
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const payload = good && isObject(body) ? { ...good.body, ...body } : body;
  return world.call(method, `${address}?${asked}`.slice(0, 8000), {
    token,
    ...(method !== "GET" && payload !== undefined && { body: payload }),
  });
}

onBothDatabases("requests drawn from the document", (world) => {
  // Some calls end sessions and delete accounts, so each test has its own market.
  for (const n of MARKETS)
    longOnPostgres(
      world,
      `none of market ${n} is answered with a failure of ours, or with more than a megabyte`,
      async () => {
        const document = await apiDocument<Document>(world);
        const requests = fc.sample(requestsOf(document), { seed: SEED + n, numRuns: REQUESTS_A_MARKET });
        const market = await aMarket(world);
        const ids = [...new Set(JSON.stringify(market).match(/\b[0-9a-f]{24}\b/g))];
        const statuses = new Set<number>();
        for (const request of requests) {
          const { status, body } = await send(world, market, ids, request);
          const bytes = Buffer.byteLength(JSON.stringify(body) ?? "");
          const isWell = status < 500 && bytes < MOST_ANSWER_BYTES;
          expect([JSON.stringify(request).slice(0, 2000), status, bytes, isWell]).toMatchObject({ 3: true });
          statuses.add(status);
        }
        // Some requests must get past the refusals of the schemas.
        expect([...statuses]).toEqual(expect.arrayContaining([200, 422]));
        expect(world.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
      },
    );
});
