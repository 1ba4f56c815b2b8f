/* The shape of the OpenAPI document, as far as the shop's own page of the document reads it. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: (string | number | boolean | null)[];
  const?: string | number | boolean | null;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minItems?: number;
  minLength?: number;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
}

interface Content {
  schema: Schema;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, Content> };
  /** The codes of the call's refusals, by status. */
  "x-refusals": Record<string, string[]>;
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, Content> }>;
}

/** The causes of a refusal code, by status. */
export type Causes = Record<string, string>;

export interface ApiDocument {
  info: { title: string; version: string; description: string; "x-changelog": { on: string; changes: string[] }[] };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
  /** Every code: of fields, of calls in general, of single calls. */
  "x-refusals": { fields: Record<string, Causes>; general: Record<string, Causes>; own: Record<string, Causes> };
}
