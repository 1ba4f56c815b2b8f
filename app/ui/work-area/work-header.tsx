import { Settings } from "~/ui/icon/icons";
import type { ReactNode } from "react";
import { BrandMark } from "~/ui/brand-mark/brand-mark";
import { RoundLink } from "~/ui/button/round-button";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { AccountLink } from "~/ui/page-header/account-link";
import { FindForm, type FindFormProps } from "./find-form";
import type { WorkFrame } from "./work-frame";
import * as styles from "./work-header.css";

interface WorkHeaderProps {
  frame: WorkFrame;
  find: FindFormProps;
  /** The menu's button and the area's navigation. */
  children: ReactNode;
}

/** The header of a work area: menu, the area's search, account; 56 px high on a phone. */
export function WorkHeader({ frame: { name, account, settings }, find, children }: WorkHeaderProps) {
  return (
    <header className={styles.top}>
      <Link className={styles.brand} to="/">
        <BrandMark /> {name}
      </Link>
      {children}
      <FindForm {...find} />
      <div className={styles.tools}>
        {settings ? (
          <RoundLink className={styles.wide} to={settings} label="Settings">
            <Icon of={Settings} />
          </RoundLink>
        ) : null}
        <AccountLink {...account} />
      </div>
    </header>
  );
}
