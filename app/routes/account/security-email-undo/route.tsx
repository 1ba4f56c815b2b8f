import type { ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { EmailLink } from "../email-link";
import { pressLink } from "../press-link.server";

export const meta = titled("Take it back");

export function action(asked: ActionFunctionArgs) {
  return pressLink(asked, async (session, json) => {
    const { message } = await read(session.api().user.email.undo.$post({ json }));
    return session.redirect("/reset_password", { notice: message });
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
