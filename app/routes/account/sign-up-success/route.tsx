import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Check } from "lucide-react";
import { titled } from "~/routes/shared/titles";
import { loginOf, roleFor } from "~/session/areas";
import { sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { Icon } from "~/ui/icon/icon";
import { AccountPanel } from "../account-panel";
import { keptWanted } from "../kept.server";

export const meta = titled("Account created");

/** The login that leads on to where the person was when they had to sign up. */
export async function loader(args: LoaderFunctionArgs) {
  const wanted = await keptWanted(await sessionOf(args), args.request);
  const role = wanted ? roleFor(new URL(wanted, "http://here").pathname) : null;
  return { login: loginOf(role) + (wanted ? `?redirect_uri=${encodeURIComponent(wanted)}` : "") };
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
