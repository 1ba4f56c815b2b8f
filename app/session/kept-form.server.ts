import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { ApiFailure, read, type Client } from "~/api/client";
import { z } from "~/features/zod";
import type { Config } from "~/platform/config.server";
import { parseUrl } from "~/platform/parse-url";
import { KEPT, roleFor } from "./areas";
import { boundedEcho } from "./echo.server";
import { filesIn, isStoredById, readPosted, storeFiles } from "./posted-files.server";
import { alreadyRead } from "./posted-form.server";

/*
 * For a session that ends while a form is filled in. The service keeps the posted form for the account that the page
 * was made for. The login's address carries its handle. Back on the page, the form is shown as if it had been refused.
 */

const FILLED_IN = "This was not sent yet. What you entered is filled in again; please look it over and send it.";
const FILE_AGAIN = " Please choose the file once more.";

/** The account for which the form's page was made. */
export const ACCOUNT = "_account";
/** Notes that the form held a file which cannot be kept. */
const HAD_FILE = "_hadFile";
/** The address that a form which waits for a proof was posted to. */
export const TARGET = "_target";
/** Field names of passwords, codes and cards. */
export const SECRET = /password|^(code|passkey|otp|number|expiry|cvc)$/i;

/** A kept form as its page gets it: like one that was refused. */
export interface KeptAnswer {
  lastResult: SubmissionResult<string[]>;
  files: Awaited<ReturnType<typeof filesIn>>;
}

export interface Kept {
  answer: KeptAnswer;
  /** The first value of each field, for loaders whose lists depend on one. */
  typed: Map<string, string>;
}

/**
 * The page to return to after signing in: the one that the form was on. Keeps the posted form if it belongs to an
 * account; `kept` tells whether that was done.
 */
export async function wayBack(
  request: Request,
  config: Pick<Config, "mostImageBytes" | "mostVideoBytes">,
  apiFor: (key?: string) => Client,
): Promise<{ page: string; kept: boolean }> {
  const page = pageOf(request);
  if (request.method !== "POST") return { page: page.pathname + page.search, kept: false };
  try {
    const handle = await keepPosted(request, page.pathname + page.search, config, apiFor);
    if (handle) page.searchParams.set(KEPT, handle);
    return { page: page.pathname + page.search, kept: handle !== null };
  } catch (failure) {
    // The browser is unknown, too many forms are kept, or the form is unreadable: the person signs in without it.
    if (!(failure instanceof ApiFailure || failure instanceof Response)) throw failure;
    return { page: page.pathname + page.search, kept: false };
  }
}

/** The page that a request belongs to. A form may be posted to another address, where there is nothing to see. */
function pageOf(request: Request): URL {
  const url = new URL(request.url);
  const referer = request.headers.get("Referer") ?? "";
  const from = request.method === "POST" ? parseUrl(referer) : null;
  const page = from?.host === url.host && roleFor(from.pathname) === roleFor(url.pathname) ? from : url;
  page.searchParams.delete(KEPT);
  return page;
}

async function keepPosted(
  request: Request,
  page: string,
  config: Pick<Config, "mostImageBytes" | "mostVideoBytes">,
  apiFor: (key?: string) => Client,
): Promise<string | null> {
  const cachedForm = alreadyRead(request);
  if (!cachedForm && request.bodyUsed) return null;
  const postedForm = cachedForm
    ? { form: cachedForm, files: [], passedOver: 0, done: async () => undefined }
    : await readPosted(request, Math.max(config.mostVideoBytes, config.mostImageBytes), mayHoldFor(apiFor()));
  try {
    const { form, files, passedOver } = postedForm;
    const account = form.get(ACCOUNT);
    if (typeof account !== "string" || account === "") return null;
    const key = form.get("_key");
    const send = (body: FormData) =>
      read(
        apiFor(typeof key === "string" && key ? key : undefined).user["kept-form"][":account"].file.$post(
          { param: { account } },
          { init: { body } },
        ),
      );
    const refusedFiles = await storeFiles(form, files, send);
    const isLost = passedOver > 0 || Object.keys(refusedFiles).length > 0 || hasFile(form);
    const formEntries = entriesOf(form);
    // A form of buttons or passwords alone has nothing that could be filled in again.
    if (formEntries.every(([name]) => name === "intent" || name.startsWith("_"))) return null;
    const entries = [...formEntries, ...(isLost ? [[HAD_FILE, "1"] as [string, string]] : [])];
    return (await read(apiFor().user["kept-form"].$post({ json: { account, page, entries } }))).data.handle;
  } finally {
    await postedForm.done();
  }
}

/**
 * Decides which files of a form are held meanwhile: files that are stored by their ids, of an account that may leave
 * some from this browser. The sender is no longer signed in, and a stranger's files would fill the disk.
 */
function mayHoldFor(api: Client) {
  const answers = new Map<string, Promise<boolean>>();
  return async (field: string, before: ReadonlyMap<string, string>): Promise<boolean> => {
    const account = before.get(ACCOUNT) ?? "";
    if (!isStoredById({ field }) || account === "") return false;
    const answer =
      answers.get(account) ??
      read(api.user["kept-form"][":account"].file.$get({ param: { account } })).then(
        () => true,
        (failure: unknown) => {
          if (failure instanceof ApiFailure && failure.status < 500) return false;
          throw failure;
        },
      );
    answers.set(account, answer);
    return answer;
  };
}

/**
 * Keeps a posted form that waits for a proof of its person, with the address that it was posted to. Returns its handle;
 * null for a form with files, and where the service keeps none.
 */
export async function keepForProof(request: Request, api: Client): Promise<string | null> {
  const form = request.method === "POST" ? alreadyRead(request) : undefined;
  const account = form?.get(ACCOUNT);
  if (!form || typeof account !== "string" || account === "" || hasFile(form)) return null;
  const [{ pathname, searchParams }, page] = [new URL(request.url), pageOf(request)];
  searchParams.delete(KEPT);
  const target = pathname + (searchParams.size > 0 ? `?${searchParams}` : "");
  const entries = [...entriesOf(form), [TARGET, target] as [string, string]];
  try {
    const json = { account, page: page.pathname + page.search, entries };
    return (await read(api.user["kept-form"].$post({ json }))).data.handle;
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
    return null;
  }
}

/** The fields of a form that waits for a proof, by the handle in the page's address; none without a kept form. */
export async function fieldsForProof(request: Request, api: Client): Promise<[string, string][]> {
  const handle = new URL(request.url).searchParams.get(KEPT) ?? "";
  if (!/^[0-9a-f]{64}$/.test(handle)) return [];
  try {
    return (await read(api.user["kept-form"][":handle"].open.$post({ param: { handle } }))).data.entries;
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status < 500) return [];
    throw failure;
  }
}

function entriesOf(form: FormData): [string, string][] {
  return [...form].flatMap(([name, value]) =>
    typeof value === "string" && name !== ACCOUNT && name !== "_key" && !SECRET.test(name)
      ? [[name, value] as [string, string]]
      : [],
  );
}

function hasFile(form: FormData): boolean {
  return [...form.values()].some((value) => typeof value !== "string" && value.size > 0);
}

/** The kept form with which the requested page is filled in; null if this account and browser have none. */
export async function openKept(request: Request, api: Client): Promise<Kept | null> {
  const { pathname, searchParams } = new URL(request.url);
  const handle = searchParams.get(KEPT) ?? "";
  if (request.method !== "GET" || !/^[0-9a-f]{64}$/.test(handle)) return null;
  try {
    const { data } = await read(api.user["kept-form"][":handle"].open.$post({ param: { handle } }));
    if (new URL(data.page, "http://here").pathname !== pathname) return null;
    const form = new FormData();
    for (const [name, value] of data.entries) form.append(name, value);
    const sentence = FILLED_IN + (form.has(HAD_FILE) ? FILE_AGAIN : "");
    form.delete(HAD_FILE);
    const submission = parseWithZod(form, { schema: z.looseObject({}) });
    return {
      answer: {
        lastResult: boundedEcho(submission.reply({ formErrors: [sentence] })),
        files: await filesIn(api, form),
      },
      typed: new Map(data.entries.toReversed()),
    };
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status < 500) return null;
    throw failure;
  }
}

/** Forgets the kept form that a page was filled in with, once it has been sent. */
export async function dropKept(api: Client, request: Request): Promise<void> {
  const handle = new URL(request.url).searchParams.get(KEPT) ?? "";
  if (!/^[0-9a-f]{64}$/.test(handle)) return;
  // The form has been sent. Otherwise a kept form expires after half an hour.
  await read(api.user["kept-form"][":handle"].$delete({ param: { handle } })).catch(() => undefined);
}
