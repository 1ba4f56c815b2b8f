import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { refusedBy } from "~/routes/shared/refused-by";
import { PasswordCard } from "~/routes/shared/password-card";
import { useChanges } from "~/routes/shared/use-changes";
import type { CardProviderHandle } from "~/routes/shared/card-provider-handle";
import { categoryPages } from "~/routes/shared/categories.server";
import { titled } from "~/routes/shared/titles";
import { formKey, type Refused } from "~/session/form.server";
import { withPicture } from "~/session/posted-picture.server";
import { guarded, sessionOf } from "~/session/session.server";
import { MoreLink } from "~/ui/button/button";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { WEBHOOKS } from "../webhook/address";
import { ProfileCard } from "./profile-card";
import { PayoutCard } from "./payout-card";
import { StallCard } from "./stall-card";
import { save } from "./save.server";

export const meta = titled("Settings");
/** The button that opens the account for payouts leads to the provider. */
export const handle: CardProviderHandle = { cardProvider: "payouts" };

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  const { firstName, lastName, username, telephone, storeName, businessAddress, businessCategory, image } =
    await session.require("merchant");
  const { docs } = await categoryPages(session);
  const { data: account } = await guarded(session, () => read(session.api().product.payment.merchant.account.$get()));
  const { data: stall } = await guarded(session, () => read(session.api().user.stall.$get()));
  return {
    stall,
    profile: { firstName, lastName, username, telephone, storeName, businessAddress, businessCategory },
    image,
    account,
    categories: docs.map(({ _id, title }) => ({ value: _id, label: title })),
    keys: { profile: formKey(), stall: formKey(), password: formKey(), payouts: formKey() },
  };
}

export async function action(asked: ActionFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  return withPicture(session, asked.request, (form) => save(asked, form));
}

export default function Settings() {
  const { stall, profile, image, account, categories, keys } = useLoaderData<typeof loader>();
  const answer = useAnswer<Refused>();
  const refusedPassword = refusedBy(answer, "password");
  // A card is made anew to be emptied: the passwords after every attempt, the picture chooser once its picture is
  // saved.
  const attempts = useChanges(refusedPassword);
  return (
    <>
      <h1>Settings</h1>
      <ProfileCard
        key={image?._id ?? "none"}
        profile={profile}
        image={image}
        categories={categories}
        refused={refusedBy(answer, "profile")}
        idempotencyKey={keys.profile}
      />
      <StallCard
        key={`stall ${stall.banner?._id ?? "none"}`}
        stall={stall}
        refused={refusedBy(answer, "stall")}
        idempotencyKey={keys.stall}
      />
      {account.enabled ? <PayoutCard account={account} idempotencyKey={keys.payouts} /> : null}
      <Panel title="Webhooks" action={<MoreLink to={WEBHOOKS}>Your webhooks</MoreLink>} stacked>
        <p>For programmers: a server of yours is told of orders, cancellations, refunds and reviews as they happen.</p>
      </Panel>
      <PasswordCard key={`${keys.password} ${attempts}`} refused={refusedPassword} idempotencyKey={keys.password} />
    </>
  );
}
