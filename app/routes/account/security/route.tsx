import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { homeOf, roleLabel } from "~/session/areas";
import { guarded } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { PlainForm } from "~/ui/form/plain-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { signedIn } from "../signed-in.server";

export const meta = titled("Security of your account");

const HERE = "/security";

export async function loader(args: LoaderFunctionArgs) {
  const { session, user } = await signedIn(args, HERE);
  const { data } = await guarded(session, () => read(session.api().user["second-factor"].$get()));
  return {
    state: user.secondFactor,
    since: data.since && dayOf(session, data.since),
    left: data.recoveryCodesLeft,
    hasApp: data.app !== null,
    passkeys: data.passkeys.length,
    passkeysWork: data.passkeysWork,
    home: homeOf(user.privilege),
    role: roleLabel(user.privilege),
  };
}

/** Begins the set-up of an app. */
export async function action(args: ActionFunctionArgs) {
  const { session } = await signedIn(args, HERE);
  try {
    await guarded(session, () => read(session.api().user["second-factor"].authenticator.$post()));
    return await session.redirect("/security/authenticator");
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
    return session.redirect(HERE, { notice: { type: "danger", message: failure.message } });
  }
}

export default function Security() {
  const { state, since, left, hasApp, passkeys, passkeysWork, home, role } = useLoaderData<typeof loader>();
  return (
    <AccountPanel
      title="Security of your account"
      intro={
        state === "on"
          ? `Your second factor is on since ${since}: whoever has only your password does not get in.`
          : state === "required"
            ? "Operators need a second factor: beside the password an app on your phone that shows a code at each sign-in, or a passkey. Until it is set up nothing else opens."
            : "With a second factor nobody gets in who has only your password: an app on your phone shows a code at each sign-in, or a passkey shows that it is you."
      }
    >
      {state === "on" ? (
        <>
          <p>
            {left === 0 ? "No recovery code is left." : `${left} of 10 recovery codes are left.`} They let you in
            without your phone.
          </p>
          <ButtonLink to={home} wide>
            {`Go to my ${role.toLowerCase()} pages`}
          </ButtonLink>
        </>
      ) : null}
      {hasApp ? null : (
        <PlainForm>
          <SubmitButton wide variant={state === "on" ? "quiet" : "primary"}>
            Set up an app
          </SubmitButton>
        </PlainForm>
      )}
      <ul>
        {passkeysWork || passkeys > 0 ? (
          <li>
            <Link to="/security/passkeys">{passkeys > 0 ? `Your passkeys (${passkeys})` : "Add a passkey"}</Link>
          </li>
        ) : null}
        {state === "on" ? (
          <>
            <li>
              <Link to="/security/recovery_codes">Make new recovery codes</Link>
            </li>
            <li>
              <Link to="/security/switch_off">Switch the second factor off</Link>
            </li>
          </>
        ) : null}
        <li>
          <Link to="/security/email">Change your email</Link>
        </li>
        <li>
          <Link to="/security/tokens">Tokens for programs</Link>
        </li>
        <li>
          <Link to="/sessions">Where you are signed in</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
