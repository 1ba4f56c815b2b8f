import { createHash } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { sql } from "kysely";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import { containing } from "~/platform/database/dialects/dialect";
import { isDuplicate } from "~/platform/database/duplicates";
import { newToken } from "~/platform/ids.server";
import { mayPass } from "~/platform/outage";
import { hasEnded } from "~/platform/processes/presence.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { Refusal, refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { clientAddress, type ApiContext, type ApiEnv } from "./api.server";

const CRASHED_SECONDS = 60;
const WRITE_AGAIN_MS = 500;
/** How long a write is retried in an outage. After that its row looks like that of a killed process. */
const WRITTEN_WITHIN_MS = 3_600_000;
const KEPT_HOURS = 24;
/** Values of a row's status before it is the response's: in progress, and done without a response yet. */
const [BEGUN, DONE] = [0, 1];
const KEY = /^[\w-]{8,128}$/;

/** The scope of keys sent without a signed-in user. */
const VISITOR = "visitor";

const field = "Idempotency-Key";
const badKey = () =>
  new Refusal(400, [
    { message: "Idempotency-Key must have 8 to 128 letters, digits, - or _.", code: "bad_idempotency_key", field },
  ]);
const otherPayload = () =>
  new Refusal(422, [
    {
      message: "This was sent before with other content. Please send it once more.",
      code: "idempotency_key_reused",
      field,
    },
  ]);
const stillRunning = () =>
  new Refusal(
    409,
    [{ message: "This is being worked on already. Please wait a moment.", code: "still_running", field }],
    { "Retry-After": "2" },
  );

/** Calls whose answers are not kept, by the end of their address. */
const NOT_KEPT =
  /\/(user\/login(\/.*)?|user\/second-factor(\/.*)?|user\/tokens|merchant\/webhooks\/[^/]+\/secret|file|file\/resumable\/?.*|user\/pictures|review-link\/[^/]+\/pictures)$/;

/** The call that mails a code. Its path is below that of signing in, but its response holds no secret. */
const MAILS_CODE = /\/user\/login\/code$/;

/** Whether a request with a key is done once and its response is kept. */
export function keepsAnswer(method: string, path: string): boolean {
  if (/^put$/i.test(method) && MAILS_CODE.test(path)) return true;
  return !/^(get|head)$/i.test(method) && !path.endsWith("/product/cart") && !NOT_KEPT.test(path);
}

/** The key that a request carries, if any. Refuses a malformed one with 400. */
export function idempotencyKeyOf(c: ApiContext): string | undefined {
  const key = c.req.header(field);
  if (key !== undefined && !KEY.test(key)) throw badKey();
  return key;
}

/** The services of a call. `idempotency` names the request whose work is done once. */
type Once = Pick<Services, "idempotency">;

/**
 * Whether the work of the request is still to be done. False if a process has done it under the same key and was killed
 * before it could respond. For work that must not be done twice: call it in its transaction, which notes that it is
 * done.
 */
export async function isFirstTime(trx: Trx, services: Once): Promise<boolean> {
  return (await doneBefore(trx, services)) === null;
}

/**
 * As `inTransaction`, but only once for a request with an idempotency key. If the request is repeated after its process
 * was killed, it returns the first result of `work`, which must survive JSON. A request may do one piece of work this
 * way, and other work around it that may be repeated.
 */
export async function inTransactionOnce<T>(
  services: Pick<Services, "db" | "idempotency">,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return inTransaction(services.db, async (trx) => {
    const earlier = await doneBefore(trx, services);
    if (earlier) return JSON.parse(earlier.result ?? "null") as T;
    const result = await work(trx);
    if (result !== undefined) await noteResult(trx, services, JSON.stringify(result));
    return result;
  });
}

/**
 * As `isFirstTime`, for work that creates something. Returns null if it is still to be created, and notes `_id`;
 * otherwise returns the id with which it was created before.
 */
export async function madeBefore(trx: Trx, services: Once, _id: string): Promise<string | null> {
  const earlier = await doneBefore(trx, services, JSON.stringify(_id));
  return earlier && (JSON.parse(earlier.result ?? "null") as string | null);
}

async function noteResult(trx: Trx, { idempotency: place }: Once, result: string): Promise<void> {
  if (!place) return;
  const { scope, key, holder } = place;
  await trx
    .updateTable("idempotencyKeys")
    .set({ result })
    .where((eb) => eb.and({ scope, key, body: holder }))
    .execute();
}

async function doneBefore(
  trx: Trx,
  { idempotency: place }: Once,
  result: string | null = null,
): Promise<{ result: string | null } | null> {
  if (!place) return null;
  const { scope, key, holder } = place;
  const ownRow = { scope, key, body: holder };
  const insertion = await trx
    .updateTable("idempotencyKeys")
    .set({ status: DONE, result })
    .where((eb) => eb.and({ ...ownRow, status: BEGUN }))
    .executeTakeFirst();
  if (insertion.numUpdatedRows === 1n) return null;
  const row = await trx
    .selectFrom("idempotencyKeys")
    .select("result")
    .where((eb) => eb.and(ownRow))
    .executeTakeFirst();
  // Another process counts this one as killed, and has taken over the request.
  if (!row) throw stillRunning();
  return row;
}

/**
 * The requests that this process works on, or whose outcome it could not write down yet. Nobody may begin them again.
 */
const underWay = new Set<string>();

const visitorsKeys: RateLimit = { name: "idempotency-address", points: 300, seconds: 3600 };

/**
 * Does a request with `Idempotency-Key` once. The same key and payload get the first response again. Another payload is
 * refused, and so is a second request while the first is running. Only successes are kept, so that a refused request
 * can be mended and sent again. Signing in, setting up a second factor, and making a personal token or a signing secret
 * are left out, because their responses are secrets. Files are left out too: they are too large to be read twice, and
 * the same file with the same key or from the same upload gets the same id anyhow.
 */
export const idempotency = createMiddleware<ApiEnv>(async (c, next) => {
  if (!keepsAnswer(c.req.method, c.req.path)) return next();
  const key = idempotencyKeyOf(c);
  if (key === undefined) return next();
  const { db, clock, rateLimiter, presence } = c.var.services;
  // A kept response is only for callers who may ask now, so a dead token gets none. Visitors may keep only so many.
  const actor = await c.var.actor();
  if (!actor) await rateLimiter.consume(visitorsKeys, clientAddress(c));
  const scope = actor?._id ?? VISITOR;
  const fingerprint = await fingerprintOf(c);
  // Until there is a response, `body` names the current worker by a random word: two may begin in the same millisecond.
  const holder = newToken().slice(0, 22);
  const row = {
    scope,
    key,
    fingerprint,
    status: BEGUN,
    body: holder,
    process: presence.name,
    result: null,
    createdAt: timestamp(clock),
  };
  const ownRow = db.updateTable("idempotencyKeys").where("scope", "=", scope).where("key", "=", key);
  const free = () =>
    db
      .deleteFrom("idempotencyKeys")
      .where("scope", "=", scope)
      .where("key", "=", key)
      .where("status", "=", BEGUN)
      .where("body", "=", holder)
      .execute();
  try {
    await db.insertInto("idempotencyKeys").values(row).execute();
  } catch (error) {
    // The row may be there although the database's answer was lost. Nothing of the request was begun, so free the key.
    if (mayPass(error)) void onceReachable(free);
    if (!isDuplicate(error, "idempotencyKeysKey")) throw error;
    const earlier = await db
      .selectFrom("idempotencyKeys")
      .selectAll()
      .where("scope", "=", scope)
      .where("key", "=", key)
      .executeTakeFirst();
    if (!earlier) throw stillRunning();
    if (earlier.fingerprint !== fingerprint) throw otherPayload();
    if (earlier.status > DONE) {
      return new Response(earlier.body, {
        status: earlier.status,
        headers: { "Content-Type": "application/json", "Idempotency-Replayed": "true" },
      });
    }
    if (underWay.has(earlier.body)) throw stillRunning();
    // A killed process leaves its row. One repeat of the request may take the row over, once that process is known to
    // have ended or after a minute. Work that is done and has lost only its response is not done again, so its repeat
    // need not wait.
    const takenRow = await ownRow
      .set({ createdAt: row.createdAt, body: holder, process: presence.name })
      .where("body", "=", earlier.body)
      .where((eb) =>
        eb.or([
          eb("status", "=", DONE),
          eb.and([
            eb("status", "=", BEGUN),
            eb.or([eb("createdAt", "<", timestamp(clock, -CRASHED_SECONDS)), hasEnded(eb.ref("process"))]),
          ]),
        ]),
      )
      .executeTakeFirst();
    if (takenRow.numUpdatedRows !== 1n) throw stillRunning();
  }
  underWay.add(holder);
  const over = () => underWay.delete(holder);
  // The call's functions get the row with the services, so that the transaction that does their work notes it there.
  c.set("services", { ...c.var.services, idempotency: { scope, key, holder } });
  await next().catch((error: unknown) => {
    over();
    throw error;
  });
  const { ok, status } = c.res;
  const answer = ok ? await c.res.clone().text() : "";
  const body = ok ? (c.var.answerToKeep ?? answer) : "";
  await onceReachable(ok ? () => ownRow.where("body", "=", holder).set({ status, body }).execute() : free, over);
  return undefined;
});

/**
 * Writes down how a request ended, and calls `over` when that is written. If the database is away, nobody waits for its
 * return, but the write is retried until it is back. Otherwise the same request would count as running for another
 * minute, and after that as one whose process has died.
 */
async function onceReachable(write: () => Promise<unknown>, over: () => void = () => undefined): Promise<void> {
  const until = performance.now() + WRITTEN_WITHIN_MS;
  const tryOn = async () => {
    while (performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, WRITE_AGAIN_MS).unref());
      if (
        await write().then(
          () => true,
          (error: unknown) => !mayPass(error),
        )
      )
        return;
    }
  };
  let later = Promise.resolve();
  try {
    await write();
  } catch (error) {
    if (!mayPass(error)) throw error;
    later = tryOn();
  } finally {
    void later.finally(over);
  }
}

/** Parts of a multipart body, more than any call takes. */
const MOST_PARTS = 1000;
const tooManyParts = refusal("unreadable", 400, "The request could not be read.");

/**
 * A hash that is the same for requests of the same meaning. In JSON, spaces, the order of names, and how a number or a
 * character is written do not count; in a query, the order of different parameters does not. Other bodies are hashed
 * byte by byte. The boundary of a multipart body does not count, because it is new at every try.
 */
async function fingerprintOf(c: ApiContext): Promise<string> {
  const request = c.req.raw;
  const url = new URL(request.url);
  url.searchParams.sort();
  const hash = createHash("sha256").update(`${request.method} ${url.pathname}?${url.searchParams.toString()}\n`);
  const contentType = request.headers.get("Content-Type") ?? "";
  if (/^application\/json\b/i.test(contentType) && request.body !== null)
    return hash.update(canonicalJson(await c.req.text())).digest("hex");
  const { body } = request.clone();
  const boundary = boundaryOf(contentType);
  // If the reading ends early, the other copy of the body goes on.
  const chunks = body?.values({ preventCancel: true });
  if (chunks) for await (const bytes of boundary ? between(boundary, chunks) : chunks) hash.update(bytes);
  return hash.digest("hex");
}

/** JSON as one text for each meaning: without spaces, with sorted names. Returns a text that is not JSON unchanged. */
function canonicalJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, (_, value: unknown) => sortedByName(value)));
  } catch {
    return text;
  }
}

function sortedByName(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [otherKey]) => (one < otherKey ? -1 : 1)));
}

function boundaryOf(contentType: string): Buffer | null {
  const [, quoted, plain] = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  return boundary ? Buffer.from(`--${boundary}`) : null;
}

/** The bytes between boundaries, with a mark in the place of each. Refuses more parts than a call takes. */
async function* between(boundary: Buffer, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  let parts = 0;
  for await (const chunk of body) {
    const bytes = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, from)) {
      yield bytes.subarray(from, at);
      yield BOUNDARY_MARK;
      from = at + boundary.length;
      parts += 1;
      if (parts > MOST_PARTS) throw tooManyParts();
    }
    // A boundary may be cut by the end of a chunk.
    const to = Math.max(from, bytes.length - boundary.length + 1);
    yield bytes.subarray(from, to);
    rest = bytes.subarray(to);
  }
  yield rest;
}

const BOUNDARY_MARK = Buffer.from("\0boundary\0");

/** Deletes the keys that were kept long enough. */
export async function sweepIdempotencyKeys(services: ApiEnv["Variables"]["services"]): Promise<void> {
  await services.db
    .deleteFrom("idempotencyKeys")
    .where("createdAt", "<", timestamp(services.clock, -KEPT_HOURS * 3600))
    .execute();
}

/** Deletes the responses kept for a user. A key belongs to the account that sent it, whatever its session. */
export async function forgetAnswersTo(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom("idempotencyKeys").where("scope", "=", userId).execute();
}

/** Deletes the responses kept for visitors that name these addresses, as after a sign-up or a mailed link. */
export async function forgetAnswersAbout(db: Db, addresses: string[]): Promise<void> {
  for (const address of new Set(addresses.filter((text) => text !== "")))
    await db
      .deleteFrom("idempotencyKeys")
      .where("scope", "=", VISITOR)
      .where(sql<boolean>`"body" like ${containing(address)} escape '\\'`)
      .execute();
}
