import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { ApiFailure } from "~/api/client";
import type { z } from "~/features/zod";
import { boundedEcho } from "./echo.server";
import type { Refused } from "./form.server";
import { readPostedFor, storeFile, type PostedFile, type SendFile } from "./posted-files.server";
import { guarded, sessionOf, type RequestArgs, type Session } from "./session.server";

/*
 * Forms with pictures and text. Files arrive under `photos`. Each is stored before anything else is checked, and its id
 * is put into the form under `pictures`, so that a form that comes back keeps it.
 */

export const PHOTOS = "photos";
export const PICTURES = "pictures";

interface PictureRules {
  /** The rules of the form's other fields. */
  schema: z.ZodType;
  /** How many pictures the form may have. */
  most: number;
  /** Sends one file to the service. */
  send: (session: Session, form: FormData) => SendFile;
}

/** Stores the pictures of a posted form and answers it. If one is refused, the form comes back as it was typed. */
export async function withPictures<Answer>(
  args: RequestArgs,
  { schema, most: limit, send }: PictureRules,
  answer: (form: FormData) => Promise<Answer>,
) {
  const session = await sessionOf(args);
  const isPhoto = (field: string) => field === PHOTOS;
  const parts = await readPostedFor(session, args.request, session.config.mostImageBytes, isPhoto);
  try {
    const { form, files } = parts;
    const problems = await guarded(session, () => storePictures(form, files, limit, send(session, form)));
    if (problems.length === 0) return await answer(form);
    const submission = parseWithZod(form, { schema });
    const reply = submission.reply({ fieldErrors: { [PHOTOS]: problems }, hideFields: ["_key", "_account"] });
    return data<Refused>({ lastResult: boundedEcho(reply) }, { status: 422 });
  } finally {
    await parts.done();
  }
}

/** Stores the files of a form and puts their ids into it. Returns sentences about the refused ones. */
async function storePictures(form: FormData, files: PostedFile[], limit: number, send: SendFile): Promise<string[]> {
  const problems = new Set<string>();
  for (const file of files) {
    const ids = form.getAll(PICTURES);
    try {
      if (ids.length >= limit) throw new ApiFailure(422, [{ message: "", code: "too_many_files" }], "");
      for (const id of await storeFile(file, send)) if (!ids.includes(id)) form.append(PICTURES, id);
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.status >= 500 || failure.status === 401) throw failure;
      const tooMany = `There can be ${limit} pictures at most; the rest were left out.`;
      problems.add(failure.is("too_many_files") ? tooMany : `${file.name}: ${failure.message}`);
    }
  }
  return [...problems];
}
