import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { guarded } from "~/session/session.server";
import { PlainForm } from "~/ui/form/plain-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { RecoveryCodes } from "../recovery-codes";
import { signedIn } from "../signed-in.server";

export const meta = titled("Recovery codes");

const HERE = "/security/recovery_codes";

export async function loader(args: LoaderFunctionArgs) {
  const { session, user } = await signedIn(args, HERE);
  if (user.secondFactor !== "on") throw await session.redirect("/security");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const { session } = await signedIn(args, HERE);
  try {
    const { codes: recoveryCodes } = await guarded(session, () =>
      read(session.api().user["second-factor"]["recovery-codes"].$post()),
    );
    return Response.json({ recoveryCodes }, { headers: { "Cache-Control": "no-store" } });
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
    return session.redirect("/security", { notice: { type: "danger", message: failure.message } });
  }
}

export default function NewRecoveryCodes() {
  const answer = useActionData<{ recoveryCodes: string[] }>();
  if (answer) return <RecoveryCodes title="Your new recovery codes" codes={answer.recoveryCodes} />;
  return (
    <AccountPanel
      title="Make new recovery codes"
      intro="You are shown ten new codes, once. The ones you have now are void from then on."
    >
      <PlainForm>
        <SubmitButton wide>Make ten new codes</SubmitButton>
      </PlainForm>
      <ul>
        <li>
          <Link to="/security">Keep the ones I have</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
