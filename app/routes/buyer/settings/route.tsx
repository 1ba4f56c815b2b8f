import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { refusedBy } from "~/routes/shared/refused-by";
import { countryNames, regionsOf } from "~/routes/shared/billing/countries.server";
import { titled } from "~/routes/shared/titles";
import { formKey, type Refused } from "~/session/form.server";
import { withPicture } from "~/session/posted-picture.server";
import { sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { MoreLink } from "~/ui/button/button";
import { more } from "~/ui/button/button.css";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { BillingCard } from "./billing-card";
import { PasswordCard } from "~/routes/shared/password-card";
import { ProfileCard } from "./profile-card";
import { save } from "./save.server";
import { useChanges } from "~/routes/shared/use-changes";

export { keepPageWithoutRegions as clientLoader } from "~/routes/shared/billing/keep-page";

export const meta = titled("Settings");

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  const { firstName, lastName, telephone, image, extras } = await session.require("buyer");
  const typed = (await session.kept())?.typed.get("countryRegion");
  // Scripts ask here for the regions of a country that is only chosen yet.
  const country = new URL(asked.request.url).searchParams.get("country") ?? typed ?? extras.countryRegion;
  return {
    profile: { firstName, lastName, telephone, image },
    billing: extras,
    countries: countryNames(),
    regions: regionsOf(country),
    keys: { profile: formKey(), billing: formKey(), password: formKey() },
  };
}

export async function action(asked: ActionFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("buyer");
  return withPicture(session, asked.request, (form) => save(asked, form));
}

export default function Settings() {
  const { profile, billing, countries, regions, keys } = useLoaderData<typeof loader>();
  const answer = useAnswer<Refused & { regions?: string[] }>();
  const refusedPassword = refusedBy(answer, "password");
  // A card is made anew to be emptied: the passwords after every attempt, the picture chooser once its picture is
  // saved.
  const attempts = useChanges(refusedPassword);
  return (
    <>
      <h1>Settings</h1>
      <ProfileCard
        key={profile.image?._id ?? "none"}
        profile={profile}
        refused={refusedBy(answer, "profile")}
        idempotencyKey={keys.profile}
      />
      <BillingCard
        billing={billing}
        countries={countries}
        regions={answer?.regions ?? regions}
        refused={refusedBy(answer, "billing") ?? refusedBy(answer, "regions")}
        idempotencyKey={keys.billing}
      />
      <PasswordCard key={`${keys.password} ${attempts}`} refused={refusedPassword} idempotencyKey={keys.password} />
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
