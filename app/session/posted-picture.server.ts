import { MOST_IMAGE_BYTES } from "~/features/media/schema";
import { fairQueue } from "~/platform/fair-queue";
import { readPostedFor } from "./posted-files.server";
import type { Session } from "./session.server";

const FIELD = "intendedFile";

/**
 * The service holds a picture in memory, several times over while it reads it, so pictures take turns. Those that wait
 * are on the disk. The number that may arrive at once is limited where bodies are received.
 */
const inTurn = fairQueue({ perAccount: Infinity, inAll: Infinity, full: () => new Error("It has no end.") });

/**
 * Answers a posted form with a picture in it, which is on the disk meanwhile. The form is read however large the
 * picture is: the service refuses the picture by its size, and the typed text comes back.
 */
export async function withPicture<Answer>(
  session: Pick<Session, "user"> & Parameters<typeof readPostedFor>[0],
  request: Request,
  answer: (form: FormData) => Promise<Answer>,
): Promise<Answer> {
  const { form, files, done } = await readPostedFor(session, request, MOST_IMAGE_BYTES, (field) => field === FIELD);
  try {
    const [picture] = files;
    if (!picture) return await answer(form);
    form.set(FIELD, picture.blob, picture.name);
    return await inTurn.run((await session.user())?._id ?? "", () => answer(form));
  } finally {
    await done();
  }
}

/** The picture of such a form, in the service's field; no field if none was chosen. */
export function pictureIn(form: FormData): { intendedFile?: File } {
  const file = form.get(FIELD);
  return file instanceof File ? { intendedFile: file } : {};
}
