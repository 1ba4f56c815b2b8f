import type { LinksFunction } from "@remix-run/node";
import { ArrowRight } from "~/ui/icon/icons";
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
}

/** From this width on the headline is in the picture, on its empty side. */
const WIDE = "(min-width:900px)";
const NARROW = "(max-width:899.9px)";
const inWidths = (name: string, widths: number[]) =>
  widths.map((width) => `/img/${name}-${width}.avif ${width}w`).join(",");
const AVIF = {
  wide: { srcSet: inWidths("stall", [1000, 1600]), sizes: "(min-width:1248px) 952px,80vw" },
  narrow: { srcSet: inWidths("stall-small", [480, 660, 800]), sizes: "91vw" },
};

/** Preloads the picture, so that it comes before the small pictures of the categories, which are above it. */
export const heroLinks: LinksFunction = () =>
  [
    { media: NARROW, ...AVIF.narrow },
    { media: WIDE, ...AVIF.wide },
  ].map(({ media, srcSet, sizes }) => ({
    rel: "preload",
    as: "image",
    type: "image/avif",
    media,
    imageSrcSet: srcSet,
    imageSizes: sizes,
    fetchpriority: "high",
  }));

/** The stall that opens the home page. */
export function Hero({ sale, title, text, to, action = "Shop now" }: HeroProps) {
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
      <picture>
        <source type="image/avif" media={WIDE} {...AVIF.wide} />
        <source type="image/avif" {...AVIF.narrow} />
        <source media={WIDE} srcSet="/img/stall-1000.webp" />
        <img
          className={styles.art}
          src="/img/stall-small-660.webp"
          width="800"
          height="640"
          alt=""
          {...{ fetchpriority: "high" }}
        />
      </picture>
    </section>
  );
}

/** Category chips and hero side by side. */
export function HomeTop({ children }: { children: ReactNode }) {
  return <div className={styles.homeTop}>{children}</div>;
}
