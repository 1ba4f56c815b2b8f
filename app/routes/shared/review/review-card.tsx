import type { ReactNode } from "react";
import type { Review } from "~/features/reviews/schema";
import { row } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Stars } from "~/ui/stars/stars";
import { PictureStrip } from "../pictures/picture-strip";
import * as styles from "./styles.css";

/** A review with its days in words. */
export type ShownReview = Omit<Review, "answer"> & { day: string; answer: { text: string; day: string } | null };

/** Adds the days in words to a review. */
export function shownReview<R extends Review>(review: R, dayOf: (moment: string) => string) {
  const { answer } = review;
  return {
    ...review,
    day: dayOf(review.createdAt),
    answer: answer && { text: answer.text, day: dayOf(answer.createdAt) },
  };
}

interface ReviewCardProps {
  review: ShownReview;
  /** The stall whose answer it is. */
  stall: string;
  /** The product. Left out on the product's own page. */
  product?: ReactNode;
  /** Buttons and links below it. */
  children?: ReactNode;
}

/** A buyer's words about a product, and the stall's answer. */
export function ReviewCard({ review, stall, product, children }: ReviewCardProps) {
  const { stars, text, pictures, name, size, day, createdAt, changedAt, isRefunded, answer } = review;
  const facts = [changedAt && "changed since", size && `bought ${size}`, isRefunded && "given back since"];
  return (
    <article className={styles.review}>
      {product}
      <Stars rating={stars} />
      {text ? (
        <p className={styles.words} dir="auto">
          {text}
        </p>
      ) : null}
      <PictureStrip pictures={pictures} />
      <p className={classNames(small, soft)}>
        <bdi>{name || "Without name"}</bdi> · <time dateTime={createdAt}>{day}</time>
        {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
      </p>
      {answer ? (
        <div className={styles.answer}>
          <p>
            <b>{stall || "The stall"}</b> <span className={classNames(small, soft)}>· {answer.day}</span>
          </p>
          <p className={styles.words} dir="auto">
            {answer.text}
          </p>
        </div>
      ) : null}
      {children ? <div className={row}>{children}</div> : null}
    </article>
  );
}
