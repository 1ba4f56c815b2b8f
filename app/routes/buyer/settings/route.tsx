import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readVersion } from "~/api/client";
import { refusedBy } from "~/routes/shared/refused-by";
import { countryNames, regionsOf } from "~/routes/shared/billing/countries.server";
import { titled } from "~/routes/shared/titles";
import { formKey, type Refused } from "~/session/form.server";
import { withPicture } from "~/session/posted-picture.server";
import { openedWith } from "~/session/merged-form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { MoreLink } from "~/ui/button/button";
import { more } from "~/ui/button/button.css";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { BillingCard } from "./billing-card";
import { PasswordCard } from "~/routes/shared/password-card";
import { ProfileCard } from "./profile-card";
import { billingValues, profileValues, save } from "./save.server";

export const meta = titled("Settings");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const { body, version } = await guarded(session, () => readVersion(session.api().user.$get()));
  const { firstName, lastName, telephone, image, extras } = body.data;
  const countryTyped = (await session.exits.kept())?.typed.get("countryRegion");
  return {
    profile: { firstName, lastName, telephone, image },
    billing: extras,
    opened: {
      profile: openedWith(version, profileValues(body.data)),
      billing: openedWith(version, billingValues(body.data)),
    },
    countries: countryNames(),
    regions: regionsOf(countryTyped ?? extras.countryRegion),
    keys: { profile: formKey(), billing: formKey(), password: formKey() },
  };
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  return withPicture(session, args.request, (form) => save(args, form));
}

export default function Settings() {
  const { profile, billing, opened, countries, regions, keys } = useLoaderData<typeof loader>();
  const answer = useAnswer<Refused & { regions?: string[] }>();
  return (
    <>
      <h1>Settings</h1>
      <ProfileCard
        profile={profile}
        opened={opened.profile}
        refusal={refusedBy(answer, "profile")}
        idempotencyKey={keys.profile}
      />
      <BillingCard
        billing={billing}
        opened={opened.billing}
        countries={countries}
        regions={answer?.regions ?? regions}
        refusal={refusedBy(answer, "billing") ?? refusedBy(answer, "regions")}
        idempotencyKey={keys.billing}
      />
      <Panel title="Addresses" stacked>
        <p>Keep the addresses that you have goods sent to, and choose one at checkout.</p>
        <p>
          <MoreLink to="/customer/account_settings/addresses">Your addresses</MoreLink>
        </p>
      </Panel>
      <PasswordCard refusal={refusedBy(answer, "password")} idempotencyKey={keys.password} />
      <Panel title="Decisions" action={<MoreLink to="/customer/decisions">Decisions of our team</MoreLink>} stacked>
        <p>Where our team took down something of yours, the reason stands there, and you can object.</p>
      </Panel>
      <Panel title="Your data" stacked>
        <p>Take everything we keep about you with you, or have it erased.</p>
        <p className={row}>
          <a className={more} href="/customer/my_data">
            Download my data
          </a>
          <MoreLink to="/customer/delete_account">Delete account</MoreLink>
        </p>
      </Panel>
    </>
  );
}
