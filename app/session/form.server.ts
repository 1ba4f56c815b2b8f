import { randomBytes } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { ApiFailure, type Problem } from "~/api/client";
import type { z } from "~/features/zod";
import { boundedEcho } from "./echo.server";
import { dropKept, TARGET } from "./kept-form.server";
import { isOutdated, mergedForm, versionIn, type Conflict, type FormValues } from "./merged-form.server";
import { sessionOf, type RequestArgs, type Session } from "./session.server";

export { postedForm } from "./posted-form.server";

/** A refused form as it goes back to its page. */
export interface Refused {
  lastResult: SubmissionResult<string[]>;
  /** Seconds to wait, when the refusal was for trying too often. */
  retryAfter?: number;
  /** Codes of the service's refusal, for screens that offer a next step. */
  codes?: string[];
  /** An idempotency key for the next try, if the form's own key was used with other content. */
  key?: string;
  /** Fields that somebody else has changed to another value since the form was opened. */
  conflicts?: Conflict[];
}

/** A new idempotency key for a form: a form that is posted twice is carried out once. */
export function formKey(): string {
  return randomBytes(16).toString("hex");
}

interface Rules<Schema extends z.ZodType> {
  schema: Schema;
  /** Fields never sent back: passwords, card numbers. */
  hide?: string[];
  /** Maps the service's name of a field to the form's, where they differ. */
  rename?: Record<string, string>;
  /** The sentence above the form for a failure on our side. */
  broken?: string;
  /** For a form that writes a whole record. */
  record?: RecordRules;
}

/** How a form that was opened earlier is merged with what was saved since. */
interface RecordRules {
  /** The form's fields of a record that the service returned. */
  valuesOf: (record: any, form: FormData) => FormValues;
  /** A value as people read it. */
  wordsOf?: (name: string, values: string[]) => string;
  /** Sets hidden fields that depend on the record as it is now. */
  follow?: (form: FormData, record: any) => void;
}

/** The most times that a form is merged while others go on saving. */
const MOST_MERGES = 3;

const CONFLICT =
  "Somebody else has saved this since you opened it. Where you both changed something, please choose which holds.";

/**
 * The frame of an action: it checks the posted form and does the work. A refusal returns the form as it was typed, with
 * messages at its fields and above the form. The work returns where to go next. It is passed the version that the form
 * was opened with; if others have saved since, the form is merged with theirs and the work is done again.
 */
export async function answerForm<Schema extends z.ZodType>(
  args: RequestArgs,
  form: FormData,
  rules: Rules<Schema>,
  work: (
    value: z.output<Schema>,
    session: Session,
    key: FormDataEntryValue | null,
    version?: string,
  ) => Promise<Response>,
) {
  const session = await sessionOf(args);
  await session.account.requireOwnerOf(form);
  // A form that waited for a proof also posts the fields of that proof.
  const proof = form.has(TARGET) ? [TARGET, "password", "code"] : [];
  const hideFields = [...(rules.hide ?? []), ...proof, "_key", "_account"];
  let [postedForm, version, key] = [form, versionIn(form), form.get("_key")];
  for (let merges = 0; ; merges += 1) {
    const submission = parseWithZod(postedForm, { schema: rules.schema });
    if (submission.status !== "success")
      return data<Refused>({ lastResult: boundedEcho(submission.reply({ hideFields })) }, { status: 422 });
    try {
      const result = await work(submission.value as z.output<Schema>, session, key, version);
      await dropKept(session.api(), args.request);
      return result;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      if (failure.status === 401 && !failure.is("wrong_credentials")) throw await session.exits.signedOut();
      if (failure.status === 403 && !failure.is("email_not_verified"))
        throw (await session.exits.toProof(failure)) ?? (await session.exits.forbidden());
      if (rules.record && isOutdated(failure) && merges < MOST_MERGES) {
        const { valuesOf, wordsOf, follow } = rules.record;
        const merged = mergedForm(form, valuesOf(failure.current, form), wordsOf);
        if (merged.conflicts.length > 0) {
          const { reply } = parseWithZod(merged.form, { schema: rules.schema });
          const lastResult = boundedEcho(reply({ formErrors: [CONFLICT], hideFields }));
          const codes = failure.problems.map((problem) => problem.code);
          return data<Refused>({ lastResult, codes, conflicts: merged.conflicts }, { status: 412 });
        }
        follow?.(merged.form, failure.current);
        // The merged form differs from the one that the key was made for.
        key = typeof key === "string" && key !== "" ? `${key.slice(0, 100)}-${failure.etag.slice(1, 13)}` : key;
        [postedForm, version] = [merged.form, failure.etag];
        continue;
      }
      const refusal: Refused = {
        lastResult: boundedEcho(
          submission.reply({
            formErrors: [sentenceOf(failure, rules.broken)],
            fieldErrors: fieldErrorsOf(failure.problems, rules.rename ?? {}, form),
            hideFields,
          }),
        ),
        codes: failure.problems.map((problem) => problem.code),
        ...(failure.is("idempotency_key_reused") && { key: formKey() }),
        ...(failure.retryAfter && { retryAfter: Number(failure.retryAfter) }),
      };
      // 425: the first of two equal posts is still running, and this one may be sent again as it is.
      return data(refusal, { status: failure.is("still_running") ? 425 : failure.status });
    }
  }
}

/** The sentence above the form. Source: specification §8, "Sign-up and login". */
function sentenceOf(failure: ApiFailure, broken?: string): string {
  if (broken && failure.status >= 500) return broken;
  return failure.problems.length > 0
    ? failure.problems.map((problem) => problem.message).join(", ")
    : "Something went wrong. Please try again later.";
}

function fieldErrorsOf(problems: Problem[], rename: Record<string, string>, form: FormData): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const { field, message } of problems) {
    const name = field && (rename[field] ?? field);
    if (name && (form.has(name) || rename[field])) errors[name] = [...(errors[name] ?? []), message];
  }
  return errors;
}
