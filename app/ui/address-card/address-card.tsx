import { Fragment, type ReactNode } from "react";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./address-card.css";

/** An address that can become a mail link; anything else is shown as it is. */
const ADDRESS = /^[^\s@?&%]+@[^\s@?&%]+$/;

export interface AddressCardProps {
  title: ReactNode;
  /** In bold on the first line. */
  name?: string;
  /** Street, city, country …; empty lines are left out. */
  lines: Array<ReactNode>;
  email?: string | null;
  phone?: string | null;
  /** Beside the title: a pill. */
  sign?: ReactNode;
  /** Under the address: Edit Info. */
  actions?: ReactNode;
  as?: "section" | "li";
}

/** Where someone lives and how to reach them. */
export function AddressCard({ title, name, lines, email, phone, sign, actions, as = "section" }: AddressCardProps) {
  const rows = [
    ...lines,
    email && ADDRESS.test(email) ? (
      <a key="email" href={`mailto:${email}`}>
        {email}
      </a>
    ) : (
      email
    ),
    phone ? (
      <a key="phone" href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
        {phone}
      </a>
    ) : null,
  ].filter(Boolean);
  return (
    <Panel as={as} title={title} action={sign} stacked>
      <address className={styles.address}>
        {name ? <b>{name}</b> : null}
        {rows.map((row, place) => (
          <Fragment key={place}>
            {place ? <br /> : null}
            {row}
          </Fragment>
        ))}
      </address>
      {actions}
    </Panel>
  );
}
