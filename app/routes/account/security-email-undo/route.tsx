import type { ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { forget } from "~/session/cookies.server";
import { EmailLink } from "../email-link";
import { pressLink } from "../press-link.server";

export const meta = titled("Take it back");

export function action(args: ActionFunctionArgs) {
  return pressLink(args, async (api, json, session) => {
    const { message } = await read(api.user.email.undo.$post({ json }));
    // This browser's session may have ended as well, so the next page must not ask for it.
    const expiredCookie = await session.cookies.authToken.serialize("", forget);
    return session.redirect("/reset_password", { notice: message, cookies: [expiredCookie] });
  });
}

export default function UndoEmail() {
  return (
    <EmailLink
      title="Take the change back?"
      intro="Your account has its old address again, every session ends, and the password is void: you choose a new one next."
      button="Take it back"
    />
  );
}
