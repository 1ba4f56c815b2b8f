import { read } from "~/api/client";
import type { SendFile } from "~/session/posted-files.server";
import type { Session } from "~/session/session.server";

/** Sends pictures of the signed-in person. The same file of the same form is stored once. */
export const sendPicture =
  (session: Session, form: FormData): SendFile =>
  (body) =>
    read(session.api(form.get("_key")).user.pictures.$post({}, { init: { body } }));
