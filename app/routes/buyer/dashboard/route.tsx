import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReceiptText } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { roleLabel } from "~/session/areas";
import { guarded, sessionOf } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { AddressCard } from "~/ui/address-card/address-card";
import { Avatar } from "~/ui/avatar/avatar";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Panel } from "~/ui/panel/panel";
import { fullName } from "~/features/accounts/plain-schema";
import { dayOf } from "~/routes/shared/times.server";
import { orderRow, OrderTable } from "../order-table";
import * as styles from "./styles.css";

export const meta = titled("Dashboard");

const RECENT = 4;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const user = await session.require("buyer");
  const { data } = await guarded(session, () => read(session.api().product.order.$get({ query: { page: "1" } })));
  const { firstName, lastName, privilege, image, email, telephone, extras } = user;
  return {
    profile: { name: fullName({ firstName, lastName }), role: roleLabel(privilege), image },
    info: { street: extras.streetAddress, email: extras.email || email, phone: extras.telephone || telephone },
    orders: data.docs.slice(0, RECENT).map((order) => orderRow(order, dayOf(session, order.createdAt))),
  };
}

export default function Dashboard() {
  const { profile, info, orders } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Dashboard</h1>
      <div className={styles.cards}>
        <Panel className={styles.profile}>
          <Avatar name={profile.name} image={profile.image} size="large" />
          <div className={styles.words}>
            <h2>{profile.name}</h2>
            <p className={soft}>{profile.role}</p>
            <MoreLink to="/customer/account_settings">Edit Profile</MoreLink>
          </div>
        </Panel>
        <AddressCard
          title="Billing Address"
          lines={[info.street || "No street address saved yet."]}
          email={info.email}
          phone={info.phone}
          actions={
            <ButtonLink variant="quiet" to="/customer/account_settings#billing">
              Edit Info
            </ButtonLink>
          }
        />
      </div>
      <Panel
        title="Recent Order"
        action={orders.length > 0 ? <MoreLink to="/customer/order_history">View All</MoreLink> : undefined}
      >
        {orders.length > 0 ? (
          <OrderTable caption="Recent orders" orders={orders} />
        ) : (
          <EmptyState
            drawing={ReceiptText}
            title="No orders yet"
            text="What you buy is listed here, with the way it has come so far."
            action={<ButtonLink to="/products">Go to the shop</ButtonLink>}
          />
        )}
      </Panel>
    </>
  );
}
