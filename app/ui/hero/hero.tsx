import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { awning } from "~/ui/awning/awning.css";
import { ButtonLink } from "~/ui/button/button";
import { Icon } from "~/ui/icon/icon";
import { Pill } from "~/ui/pill/pill";
import * as styles from "./hero.css";

export interface HeroProps {
  /** "Sale up to 48% off". */
  sale?: string;
  title: string;
  text: string;
  to: string;
  action?: string;
  /** The stall's goods along the bottom edge, 640 × 236. */
  art?: string;
}

/** The stall that opens the home page. */
export function Hero({ sale, title, text, to, action = "Shop now", art = "/img/stall.svg" }: HeroProps) {
  return (
    <section className={styles.hero}>
      <div className={awning} />
      <div className={styles.words}>
        {sale ? (
          <p>
            <Pill tone="sale">{sale}</Pill>
          </p>
        ) : null}
        <h1>{title}</h1>
        <p>{text}</p>
        <ButtonLink to={to}>
          {action} <Icon of={ArrowRight} />
        </ButtonLink>
      </div>
      <img className={styles.art} src={art} width="640" height="236" alt="" {...{ fetchpriority: "high" }} />
    </section>
  );
}

/** Category chips and hero side by side. */
export function HomeTop({ children }: { children: ReactNode }) {
  return <div className={styles.homeTop}>{children}</div>;
}
