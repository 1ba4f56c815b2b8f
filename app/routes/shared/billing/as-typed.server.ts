import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { boundedEcho } from "~/session/echo.server";
import { z } from "~/features/zod";

/** Returns the form as typed and unchecked, for a button that only looks something up, such as Update regions. */
export function asTyped(form: FormData, hideFields: string[] = []): SubmissionResult<string[]> {
  const submission = parseWithZod(form, { schema: z.looseObject({}) });
  const { initialValue } = boundedEcho(submission.reply({ hideFields: ["_key", ...hideFields] }));
  return { initialValue };
}
