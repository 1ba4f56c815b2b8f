import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { timestamp } from "~/platform/clock";
import { isDuplicate, type Trx } from "~/platform/database/database.server";
import { isOutOfReach } from "~/platform/database/out-of-reach";
import { newToken } from "~/platform/ids.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { Refusal } from "~/platform/refusal";
import { clientAddress, type ApiContext, type ApiEnv } from "./api.server";

const CRASHED_SECONDS = 60;
const WRITE_AGAIN_MS = 500;
/** An outage that lasts longer leaves the same mark as a process that was killed. */
const WRITTEN_WITHIN_MS = 3_600_000;
const KEPT_HOURS = 24;
/** What a row's status says until it is the answer's: being worked on, and done without an answer yet. */
const [BEGUN, DONE] = [0, 1];
const KEY = /^[\w-]{8,128}$/;

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
  /\/(user\/login(\/.*)?|user\/second-factor(\/.*)?|user\/tokens|merchant\/webhooks\/[^/]+\/secret|file|file\/resumable\/?.*)$/;

/** Whether a request that carries a key is done once, and its answer kept. */
export function keepsAnswer(method: string, path: string): boolean {
  return !/^(get|head)$/i.test(method) && !path.endsWith("/product/cart") && !NOT_KEPT.test(path);
}

/** The key that a request carries, if any. Refuses with 400 what is none. */
export function idempotencyKeyOf(c: ApiContext): string | undefined {
  const key = c.req.header(field);
  if (key !== undefined && !KEY.test(key)) throw badKey();
  return key;
}

interface Place {
  scope: string;
  key: string;
  holder: string;
}
const places = new AsyncLocalStorage<Place>();

/**
 * Whether the work of the request is still to be done: false where a process has done it under the same key and was
 * killed before it could answer. For work that would be done twice; asked within its transaction, which notes it.
 */
export async function isFirstTime(trx: Trx): Promise<boolean> {
  return (await doneBefore(trx)) === null;
}

/**
 * As `isFirstTime`, for work that makes something: null where it is still to be made, else the id that it was made with
 * before. `_id` is noted for that.
 */
export async function madeBefore(trx: Trx, _id: string): Promise<string | null> {
  return (await doneBefore(trx, _id))?.madeId ?? null;
}

async function doneBefore(trx: Trx, madeId: string | null = null): Promise<{ madeId: string | null } | null> {
  const place = places.getStore();
  if (!place) return null;
  const { scope, key, holder } = place;
  const mine = { scope, key, body: holder };
  const noted = await trx
    .updateTable("idempotencyKeys")
    .set({ status: DONE, madeId })
    .where((eb) => eb.and({ ...mine, status: BEGUN }))
    .executeTakeFirst();
  if (noted.numUpdatedRows === 1n) return null;
  const row = await trx
    .selectFrom("idempotencyKeys")
    .select("madeId")
    .where((eb) => eb.and(mine))
    .executeTakeFirst();
  // Another process counts this one as killed, and is at it.
  if (!row) throw stillRunning();
  return row;
}

/** The requests that this process is at, or has done and could not write down yet: nobody may begin them once more. */
const underWay = new Set<string>();

const visitorsKeys: RateLimit = { name: "idempotency-address", points: 300, seconds: 3600 };

/**
 * Does a request that carries `Idempotency-Key` once: the same key and payload answer what the first one did, another
 * payload is refused, and so is a second request while the first is running. Only successes are kept, so that what
 * was refused can be mended and sent again. Signing in, setting up a second factor, making a personal token or a signing
 * secret are left out: their answers are secrets. So are files: they are too large to be read twice, and the same file
 * with the same key or from the same upload gets the same id anyhow.
 */
export const idempotency = createMiddleware<ApiEnv>(async (c, next) => {
  if (!keepsAnswer(c.req.method, c.req.path)) return next();
  const key = idempotencyKeyOf(c);
  if (key === undefined) return next();
  const { db, clock, rateLimiter } = c.var.services;
  // A kept answer is for whoever may ask now: a dead token gets none. Visitors may keep only so many.
  const actor = await c.var.actor();
  if (!actor) await rateLimiter.consume(visitorsKeys, clientAddress(c));
  const scope = actor?._id ?? "visitor";
  const fingerprint = await fingerprintOf(c.req.raw);
  // Until there is an answer, its place has a word for whoever is at it: two may begin in the same millisecond.
  const holder = newToken().slice(0, 22);
  const row = { scope, key, fingerprint, status: BEGUN, body: holder, madeId: null, createdAt: timestamp(clock) };
  const mine = db.updateTable("idempotencyKeys").where("scope", "=", scope).where("key", "=", key);
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
    // It may stand there all the same, when it was the answer that was lost; nothing of the request was begun.
    if (isOutOfReach(error)) void onceReachable(free);
    if (!isDuplicate(error)) throw error;
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
    // A process that was killed half way leaves its mark; after a minute it may be tried again, by one. What was done and
    // has lost only its answer is not done again, so that nobody need wait to be told.
    const taken = await mine
      .set({ createdAt: row.createdAt, body: holder })
      .where("body", "=", earlier.body)
      .where((eb) =>
        eb.or([
          eb("status", "=", DONE),
          eb.and([eb("status", "=", BEGUN), eb("createdAt", "<", timestamp(clock, -CRASHED_SECONDS))]),
        ]),
      )
      .executeTakeFirst();
    if (taken.numUpdatedRows !== 1n) throw stillRunning();
  }
  underWay.add(holder);
  const over = () => underWay.delete(holder);
  await places.run({ scope, key, holder }, next).catch((error: unknown) => {
    over();
    throw error;
  });
  const { ok, status } = c.res;
  const body = ok ? await c.res.clone().text() : "";
  await onceReachable(ok ? () => mine.where("body", "=", holder).set({ status, body }).execute() : free, over);
  return undefined;
});

/**
 * Writes down how a request ended, and says when that is `over`. When the database has gone away meanwhile, nobody is
 * kept waiting for its return, but it is written as soon as it is back: else the same request would count as running for
 * a minute more, and after that as one whose process has died.
 */
async function onceReachable(write: () => Promise<unknown>, over: () => void = () => undefined): Promise<void> {
  const until = performance.now() + WRITTEN_WITHIN_MS;
  const tryOn = async () => {
    while (performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, WRITE_AGAIN_MS).unref());
      if (
        await write().then(
          () => true,
          (error: unknown) => !isOutOfReach(error),
        )
      )
        return;
    }
  };
  let later = Promise.resolve();
  try {
    await write();
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    later = tryOn();
  } finally {
    void later.finally(over);
  }
}

/** The same for the same content: the boundary of a multipart body, which is new at every try, does not count. */
async function fingerprintOf(request: Request): Promise<string> {
  const url = new URL(request.url);
  const hash = createHash("sha256").update(`${request.method} ${url.pathname}${url.search}\n`);
  // A form that cannot be read is refused by the call itself.
  const form = /^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "")
    ? await request
        .clone()
        .formData()
        .catch(() => null)
    : null;
  if (!form) return hash.update(new Uint8Array(await request.clone().arrayBuffer())).digest("hex");
  for (const [name, value] of form) {
    hash.update(`\n${name}\n`);
    if (typeof value === "string") hash.update(value);
    else hash.update(value.name).update(new Uint8Array(await value.arrayBuffer()));
  }
  return hash.digest("hex");
}

/** Forgets the keys that were kept long enough. */
export async function sweepIdempotencyKeys(services: ApiEnv["Variables"]["services"]): Promise<void> {
  await services.db
    .deleteFrom("idempotencyKeys")
    .where("createdAt", "<", timestamp(services.clock, -KEPT_HOURS * 3600))
    .execute();
}

/** Forgets what was answered to the calls of a user: a key belongs to the account that sent it, whatever its session. */
export async function forgetAnswersTo(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom("idempotencyKeys").where("scope", "=", userId).execute();
}
