import { section, stack } from "~/styles/layout.css";
import { awning } from "~/ui/awning/awning.css";
import { ButtonLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import * as styles from "./sell-band.css";

export interface SellBandProps {
  title: string;
  text: string;
  to: string;
  action: string;
}

/** Invites merchants at the foot of the home page. */
export function SellBand({ title, text, to, action }: SellBandProps) {
  return (
    <section className={classNames(section, styles.sell)}>
      <div className={awning} />
      <div className={styles.offer}>
        <div className={stack}>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <ButtonLink className={styles.action} to={to}>
          {action}
        </ButtonLink>
      </div>
    </section>
  );
}
