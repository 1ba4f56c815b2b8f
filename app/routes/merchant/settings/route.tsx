import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read, readVersion } from "~/api/client";
import { refusedBy } from "~/routes/shared/refused-by";
import { PasswordCard } from "~/routes/shared/password-card";
import type { CardProviderHandle } from "~/routes/shared/card-provider-handle";
import { categoryPages } from "~/routes/shared/categories.server";
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
import { WAYS } from "../way/address";
import { WEBHOOKS } from "../webhook/address";
import { ProfileCard } from "./profile-card";
import { PayoutCard } from "./payout-card";
import { StallCard } from "./stall-card";
import { TraderCard } from "./trader-card";
import { profileValues, save, stallValues } from "./save.server";

export const meta = titled("Settings");
/** The button that opens a payout account leads to the provider. */
export const handle: CardProviderHandle = { cardProvider: "payouts" };

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const { body: user, version } = await guarded(session, () => readVersion(session.api().user.$get()));
  const { firstName, lastName, username, telephone, storeName, businessAddress, businessCategory, image } = user.data;
  const { docs } = await categoryPages(session);
  const { data: account } = await guarded(session, () => read(session.api().product.payment.merchant.account.$get()));
  const { body: stall, version: stallVersion } = await guarded(session, () =>
    readVersion(session.api().user.stall.$get()),
  );
  const { body: trader, version: traderVersion } = await guarded(session, () =>
    readVersion(session.api().user.trader.$get()),
  );
  return {
    trader: trader.data,
    stall: stall.data,
    opened: {
      profile: openedWith(version, profileValues(user.data)),
      stall: openedWith(stallVersion, stallValues(stall.data)),
      trader: openedWith(traderVersion, { ...trader.data }),
    },
    profile: { firstName, lastName, username, telephone, storeName, businessAddress, businessCategory },
    image,
    account,
    categories: docs.map(({ _id, title }) => ({ value: _id, label: title })),
    keys: { profile: formKey(), stall: formKey(), trader: formKey(), password: formKey(), payouts: formKey() },
  };
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  return withPicture(session, args.request, (form) => save(args, form));
}

export default function Settings() {
  const { stall, trader, opened, profile, image, account, categories, keys } = useLoaderData<typeof loader>();
  const answer = useAnswer<Refused>();
  const refusedPassword = refusedBy(answer, "password");
  return (
    <>
      <h1>Settings</h1>
      <ProfileCard
        profile={profile}
        opened={opened.profile}
        image={image}
        categories={categories}
        refusal={refusedBy(answer, "profile")}
        idempotencyKey={keys.profile}
      />
      <StallCard stall={stall} opened={opened.stall} refusal={refusedBy(answer, "stall")} idempotencyKey={keys.stall} />
      <TraderCard
        trader={trader}
        opened={opened.trader}
        refusal={refusedBy(answer, "trader")}
        idempotencyKey={keys.trader}
      />
      {account.enabled ? <PayoutCard account={account} idempotencyKey={keys.payouts} /> : null}
      <Panel title="How it gets there" action={<MoreLink to={WAYS}>Your ways</MoreLink>} stacked>
        <p>Places where customers collect, deliveries into areas, and their times. Without any, you ship by carrier.</p>
      </Panel>
      <Panel title="Webhooks" action={<MoreLink to={WEBHOOKS}>Your webhooks</MoreLink>} stacked>
        <p>For programmers: a server of yours is told of orders, cancellations, refunds and reviews as they happen.</p>
      </Panel>
      <Panel title="Notices" action={<MoreLink to="/merchant/notices">Your notices</MoreLink>} stacked>
        <p>Which mails you want beside those about orders.</p>
      </Panel>
      <PasswordCard refusal={refusedPassword} idempotencyKey={keys.password} />
      <Panel title="Decisions" action={<MoreLink to="/merchant/decisions">Decisions of our team</MoreLink>} stacked>
        <p>Where our team took down something of yours, the reason stands there, and you can object.</p>
      </Panel>
      <Panel title="Your data" stacked>
        <p>
          Take everything we keep about you and your stall with you: every product, with its sizes and label, and every
          sale.
        </p>
        <p className={row}>
          <a className={more} href="/merchant/my_data.json">
            Download my data
          </a>
        </p>
      </Panel>
    </>
  );
}
