import { readPosted } from "./posted-files.server";
import type { Session } from "./session.server";

/**
 * Answers a posted form with a picture in it, which lies on the disk meanwhile. However large it is, the form is read:
 * the service refuses the picture by its size, and what was typed beside it comes back.
 */
export async function withPicture<Answer>(
  { config }: Session,
  request: Request,
  answer: (form: FormData) => Promise<Answer>,
): Promise<Answer> {
  const { form, files, done } = await readPosted(request, config.mostImageBytes);
  try {
    for (const { field, name, blob } of files) form.set(field, blob, name);
    return await answer(form);
  } finally {
    await done();
  }
}

/** The picture of such a form, as the service asks for it; nothing where none was chosen. */
export function pictureIn(form: FormData): { intendedFile?: File } {
  const file = form.get("intendedFile");
  return file instanceof File ? { intendedFile: file } : {};
}
