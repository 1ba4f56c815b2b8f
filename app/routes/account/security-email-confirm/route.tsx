import type { ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { EmailLink } from "../email-link";
import { pressLink } from "../press-link.server";

export const meta = titled("Your new email");

export function action(args: ActionFunctionArgs) {
  return pressLink(args, async (api, json, session) => {
    const { message } = await read(api.user.email.confirm.$post({ json }));
    return session.redirect("/security", { notice: message });
  });
}

export default function ConfirmEmail() {
  return (
    <EmailLink
      title="Use this address?"
      intro="One press, and your account has the address that this link was sent to. You sign in with it from then on."
      button="Use this address"
    />
  );
}
