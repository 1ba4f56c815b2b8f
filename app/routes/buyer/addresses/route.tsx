import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft, MapPin, Plus } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { MOST_ADDRESSES } from "~/features/addresses/plain-schema";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { visuallyHidden } from "~/styles/layout.css";
import { AddressCard } from "~/ui/address-card/address-card";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Pill } from "~/ui/pill/pill";
import { ADDRESSES, NEW_ADDRESS } from "../address/where";
import * as styles from "./styles.css";

export const meta = titled("Addresses");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const { data } = await guarded(session, () => read(session.api().user.addresses.$get()));
  return { addresses: data };
}

export default function Addresses() {
  const { addresses } = useLoaderData<typeof loader>();
  const add = (
    <ButtonLink to={`${ADDRESSES}/${NEW_ADDRESS}`}>
      <Icon of={Plus} /> Add an address
    </ButtonLink>
  );
  return (
    <>
      <MoreLink to="/customer/account_settings">
        <Icon of={ArrowLeft} className={styles.arrow} />
        Settings
      </MoreLink>
      <h1>Addresses</h1>
      {addresses.length > 0 ? (
        <ul className={styles.cards}>
          {addresses.map(({ _id, address, isUsual }) => (
            <AddressCard
              key={_id}
              as="li"
              title={fullName(address)}
              lines={addressLines(address)}
              email={address.email}
              phone={address.telephone}
              sign={isUsual ? <Pill tone="leaf">The usual one</Pill> : null}
              actions={
                <Link to={`${ADDRESSES}/${_id}`}>
                  Change or remove<span className={visuallyHidden}> the address of {fullName(address)}</span>
                </Link>
              }
            />
          ))}
        </ul>
      ) : (
        <EmptyState
          drawing={MapPin}
          title="No addresses yet"
          text="Those that you keep here can be chosen at checkout. Past orders keep the address that they had."
          action={add}
        />
      )}
      {addresses.length >= MOST_ADDRESSES ? (
        <p>Your account holds {MOST_ADDRESSES} addresses, as many as there can be.</p>
      ) : addresses.length > 0 ? (
        <div>{add}</div>
      ) : null}
    </>
  );
}
