import { HTTPException } from "hono/http-exception";
import { readMultipart, UnreadableBody, type Part } from "~/platform/files/multipart.server";
import { Refusal } from "~/platform/refusal";
import { noBody, type ApiContext } from "./api.server";
import { unknownName } from "./nearest-name";

/** A profile names up to 100 categories beside ten other fields. */
const MOST_PARTS = 128;
const MOST_TEXT_BYTES = 256 * 1024;
const MOST_NAME = 100;

const TEXT_FIELD = { type: "string" as const };
const FILE_FIELD = { type: "string" as const, format: "binary" };

/** The fields of a call's form: texts and files by their names. */
export interface FormFields {
  texts: readonly string[];
  files: readonly string[];
}

/**
 * The document's entry for a multipart body. Written by hand, because with a zod schema the framework would read the
 * whole body into memory before the call is asked.
 */
export function multipartBody({ texts, files }: FormFields) {
  const properties = Object.fromEntries([
    ...texts.map((name) => [name, TEXT_FIELD]),
    ...files.map((name) => [name, FILE_FIELD]),
  ]) as Record<string, { type: "string"; format?: string }>;
  const schema = { type: "object" as const, properties };
  return { body: { required: true, content: { "multipart/form-data": { schema } } } };
}

/**
 * Reads a call's form with at most a few files, which are held in memory. Counts the parts as they come. Refuses with
 * 400 a body that cannot be read, has more than 128 parts, or more than 256 KB of text, and with 422 a field that the
 * call does not take. The call checks how large a file may be. The size of the whole body is checked before.
 */
export async function multipartForm(c: ApiContext, { texts, files: fileNames }: FormFields): Promise<FormData> {
  if (!c.req.header("Content-Type")) throw noBody();
  const files: [name: string, file: File][] = [];
  let room = MOST_TEXT_BYTES;
  const take = async ({ name, filename, data }: Part) => {
    if (name.length > MOST_NAME) throw new HTTPException(400);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of data) {
      if (filename === undefined) room -= chunk.length;
      if (room < 0) throw new HTTPException(400);
      chunks.push(new Uint8Array(chunk));
    }
    if (filename === undefined) return Buffer.concat(chunks).toString("utf8");
    files.push([name, new File(chunks, decodedFileName(filename))]);
    return undefined;
  };
  const form = await readMultipart(c.req.raw, take, MOST_PARTS).catch((error: unknown) => {
    throw error instanceof UnreadableBody ? new HTTPException(400) : error;
  });
  for (const [name, file] of files) form.append(name, file);
  const names = [...texts, ...fileNames];
  const unknown = [...new Set(form.keys())].filter((name) => !names.includes(name));
  const [first, ...otherFields] = unknown.map((name) => unknownName("field", name, names));
  if (first) throw new Refusal(422, [first, ...otherFields]);
  return form;
}

/** Line breaks and quotes of a file's name, which browsers send encoded (HTML, "multipart/form-data"). */
const ENCODED: Record<string, string> = { "%0A": "\n", "%0D": "\r", "%22": '"' };

const decodedFileName = (name: string): string => name.replace(/%(?:0A|0D|22)/g, (code) => ENCODED[code] ?? code);
