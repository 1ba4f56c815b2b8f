import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Check } from "~/ui/icon/icons";
import { titled } from "~/routes/shared/titles";
import { loginOf, roleFor } from "~/session/areas";
import { sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { Icon } from "~/ui/icon/icon";
import { AccountPanel } from "../account-panel";
import { keptWanted } from "../kept.server";

export const meta = titled("Account created");

/** Links to the login that leads back to the page where the person had to sign up. */
export async function loader(args: LoaderFunctionArgs) {
  const target = await keptWanted(await sessionOf(args), args.request);
  const role = target ? roleFor(new URL(target, "http://here").pathname) : null;
  return { login: loginOf(role) + (target ? `?redirect_uri=${encodeURIComponent(target)}` : "") };
}

export default function SignUpSuccess() {
  const { login } = useLoaderData<typeof loader>();
  return (
    <AccountPanel
      sign={<Icon of={Check} />}
      title="Account Created Successfully"
      intro="Your email is verified. Sign in and have a look around."
    >
      <ButtonLink to={login} wide>
        Login
      </ButtonLink>
    </AccountPanel>
  );
}
