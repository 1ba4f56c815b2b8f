import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Request, Response } from "express";
import { readMultipart } from "~/platform/files/multipart.server";
import { isSignatureOf, signatureOf } from "~/platform/signature.server";
import type { Config } from "~/platform/config.server";

/*
 * The fallback for old browsers that do not say where a form was posted from. A page asks for confirmation, and posts
 * the form again with a token in its address that another site's page cannot know. The token is signed for the session,
 * the address and ten minutes. Typed text goes along. Passwords and cards are asked for again: no page contains them.
 */

const WORD = "_confirm";
const GOOD_FOR_MS = 10 * 60_000;
const MOST_BYTES = 256 * 1024;
const MOST_FIELDS = 400;
/** The longest typed text in the page, in escaped characters. A typed character becomes up to six of them. */
const MOST_OF_PAGE = 512 * 1024;
/** Fields of passwords and cards. The last two are the card's number and code. */
const SECRET = /password|^(number|cvc)$/i;

type Secrets = Pick<Config, "secret" | "previousSecret">;
/** A typed text, or a secret or file that must be given again. */
type Field = { name: string } & ({ value: string } | { again: "password" | "text" | "file" });

/** The text to sign. It names the session by its cookies: without them nobody can get a signature for that session. */
function signedText({ headers, path }: Pick<Request, "headers" | "path">, until: number): string {
  const session = [...(headers.cookie ?? "").matchAll(/(?:^|;\s*)(?:__Host-)?(authToken|browser)=([^;]*)/g)];
  const sessionFields = session
    .map(([, name, value]) => `${name}=${value}`)
    .sort()
    .join(";");
  return `confirmed post ${until} ${path} ${createHash("sha256").update(sessionFields).digest("hex")}`;
}

/** Removes the token from a request's address. Returns whether it was there, in time, and signed for this session. */
export function takeConfirmation(secrets: Secrets, request: Request): boolean {
  const [path = "", query = ""] = request.originalUrl.split("?", 2);
  const search = new URLSearchParams(query);
  const [until = "", signature = ""] = (search.get(WORD) ?? "").split(".", 2);
  search.delete(WORD);
  const searchText = String(search);
  request.originalUrl = request.url = searchText ? `${path}?${searchText}` : path;
  return Number(until) > Date.now() && isSignatureOf(secrets, signedText(request, Number(until)), signature);
}

/** Answers a form with the page that posts it again. Nothing in the form has been carried out. */
export async function askToConfirm(secrets: Secrets, request: Request, response: Response): Promise<void> {
  const fields = await fieldsOf(request).catch(() => null);
  if (!fields) {
    response.status(400).type("text/plain").send("The form could not be read.");
    return;
  }
  const until = Date.now() + GOOD_FOR_MS;
  // No form of ours is as long, and it would not fit into the page that asks.
  if (fields.reduce((sum, field) => sum + ("value" in field ? escaped(field.value).length : 0), 0) > MOST_OF_PAGE) {
    response.status(413).type("text/plain").send("The form is too large.");
    return;
  }
  const [path = "", query = ""] = request.originalUrl.split("?", 2);
  const search = new URLSearchParams(query);
  search.set(WORD, `${until}.${signatureOf(secrets, signedText(request, until))}`);
  response
    .status(403)
    .set("Cache-Control", "no-store")
    .set(
      "Content-Security-Policy",
      `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    .type("text/html")
    .send(pageOf(`${path}?${search}`, fields));
}

async function fieldsOf(request: Request): Promise<Field[]> {
  const fields: Field[] = [];
  const add = (field: Field) => {
    if (fields.push(field) > MOST_FIELDS) throw new Error("No form of ours has so many fields.");
  };
  const hiddenInput = (name: string, value: string) =>
    add(SECRET.test(name) ? { name, again: /password/i.test(name) ? "password" : "text" } : { name, value });
  if (!request.is("multipart/form-data")) {
    const bytes = await gathered(request);
    // Fields are counted before they are parsed.
    if (bytes.filter((byte) => byte === 0x26).length >= MOST_FIELDS) throw new Error("No form has so many fields.");
    const text = bytes.toString("utf8");
    for (const [name, value] of new URLSearchParams(text)) hiddenInput(name, value);
    return fields;
  }
  const body = Readable.toWeb(request) as ReadableStream<Uint8Array>;
  const headers = { "Content-Type": request.headers["content-type"] ?? "" };
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
  await readMultipart(new Request("http://form", init), async ({ name, filename, data }) => {
    if (filename === undefined) return hiddenInput(name, (await gathered(data)).toString("utf8"));
    for await (const _ of data) void _;
    if (filename !== "") add({ name, again: "file" });
  });
  return fields;
}

async function gathered(data: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of data) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error("No form of ours has so much text.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const STYLE =
  "body{margin:2rem auto;max-width:32rem;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1c241f;background:#fff}" +
  "label,input{display:block;width:100%;box-sizing:border-box;font:inherit}input{padding:.6rem;margin:.2rem 0 1rem;border:1px solid #5b675f;border-radius:.4rem}" +
  "button{padding:.7rem 1.2rem;font:inherit;font-weight:600;color:#fff;background:#1f6b3a;border:0;border-radius:.4rem}";

function pageOf(action: string, fields: Field[]): string {
  const fieldNames = new Set<string>();
  const inputs = fields.map((field, n) => {
    const name = `name="${escaped(field.name)}"`;
    if ("value" in field) return `<input type="hidden" ${name} value="${escaped(field.value)}">`;
    // One input takes all files of a field.
    if (field.again === "file" && fieldNames.has(field.name)) return "";
    fieldNames.add(field.name);
    const attributes = field.again === "file" ? " multiple" : ` autocomplete="off" required`;
    return `<label for="again-${n}">${escaped(LABELS[field.name] ?? wordsOf(field.name))}</label><input id="again-${n}" type="${field.again}" ${name}${attributes}>`;
  });
  const files = fields.some((field) => "again" in field && field.again === "file");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Please confirm</title><style>${STYLE}</style></head><body><main><h1>Please confirm</h1><p>Your browser does not say which page this form was sent from, so nothing has been done yet. If you have just sent it here, go on: what you typed is kept.</p><form method="post" action="${escaped(action)}"${files ? ' enctype="multipart/form-data"' : ""}>${inputs.join("")}<p><button>Go on</button></p></form><p>If you have sent nothing, close this page: nothing will happen.</p></main></body></html>`;
}

const LABELS: Record<string, string> = { number: "Card number", cvc: "Security code (CVC)" };

/** "confirmPassword" → "Confirm password". */
function wordsOf(name: string): string {
  const words = name
    .replace(/\[\]$/, "")
    .replace(/([A-Z])/g, " $1")
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  // A line break at the start of a value would be lost otherwise.
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign).replace(/\r?\n/g, "&#10;");
}
