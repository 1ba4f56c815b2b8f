import { randomBytes } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { ApiFailure, type Problem } from "~/api/client";
import type { z } from "~/features/zod";
import { dropKept } from "./kept-form.server";
import { sessionOf, type RequestArgs, type Session } from "./session.server";

export { postedForm } from "./posted-form.server";

/** What a refused form goes back to its page with. */
export interface Refused {
  lastResult: SubmissionResult<string[]>;
  /** Seconds to wait, when the refusal was for trying too often. */
  retryAfter?: number;
  /** Codes of what the service refused, for screens that offer a way on. */
  codes?: string[];
  /** A key for the next try, where the form's own stands for what was sent before. */
  key?: string;
}

/** A fresh key for a form, so that posting it twice is done once. */
export function formKey(): string {
  return randomBytes(16).toString("hex");
}

interface Rules<Schema extends z.ZodType> {
  schema: Schema;
  /** Fields never sent back: passwords, card numbers. */
  hide?: string[];
  /** From the service's name of a field to the form's, where they differ. */
  rename?: Record<string, string>;
  /** The sentence above the form for a failure on our side. */
  broken?: string;
}

/**
 * An action's frame: checks the posted form, does the work, and turns every refusal into the form as it was typed,
 * with what is wrong at its field and above the form. The work answers where to go next.
 */
export async function answerForm<Schema extends z.ZodType>(
  asked: RequestArgs,
  form: FormData,
  rules: Rules<Schema>,
  work: (value: z.output<Schema>, session: Session, key: FormDataEntryValue | null) => Promise<Response>,
) {
  const session = await sessionOf(asked);
  await session.requireOwnerOf(form);
  const submission = parseWithZod(form, { schema: rules.schema });
  const hideFields = [...(rules.hide ?? []), "_key", "_account"];
  if (submission.status !== "success")
    return data<Refused>({ lastResult: submission.reply({ hideFields }) }, { status: 422 });
  try {
    const done = await work(submission.value as z.output<Schema>, session, form.get("_key"));
    await dropKept(session.api(), asked.request);
    return done;
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (failure.status === 401 && !failure.is("wrong_credentials")) throw await session.signedOut();
    if (failure.status === 403 && !failure.is("email_not_verified"))
      throw (await session.toProof(failure)) ?? (await session.forbidden());
    const refused: Refused = {
      lastResult: submission.reply({
        formErrors: [sentenceOf(failure, rules.broken)],
        fieldErrors: fieldErrorsOf(failure.problems, rules.rename ?? {}, form),
        hideFields,
      }),
      codes: failure.problems.map((problem) => problem.code),
      ...(failure.is("idempotency_key_reused") && { key: formKey() }),
      ...(failure.retryAfter && { retryAfter: Number(failure.retryAfter) }),
    };
    // 425: the first of two equal posts is still at work, and this one may be made again as it is.
    return data(refused, { status: failure.is("still_running") ? 425 : failure.status });
  }
}

/** What stands above the form. Source: specification §8, "Sign-up and login". */
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
