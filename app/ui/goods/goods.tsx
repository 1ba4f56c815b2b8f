import type { ReactNode } from "react";
import { Link } from "~/ui/link/link";
import { Thumb, type ThumbProps } from "~/ui/thumb/thumb";
import * as styles from "./goods.css";

export type GoodsProps = Pick<ThumbProps, "image" | "tint" | "size" | "fit"> & {
  title: string;
  /** Its size, on a line of its own. */
  detail?: string | undefined;
  /** Lines under it. */
  children?: ReactNode;
  /** No address: a product that is gone keeps its name. */
  to?: string;
};

/** Picture and name of a product in a table. */
export function Goods({ title, detail, to, children, ...thumb }: GoodsProps) {
  return (
    <div className={styles.goods}>
      <Thumb {...thumb} />
      <div>
        {to ? (
          <Link className={styles.name} to={to}>
            {title}
          </Link>
        ) : (
          <span className={styles.name}>{title}</span>
        )}
        {detail ? <p className={styles.detail}>{detail}</p> : null}
        {children}
      </div>
    </div>
  );
}
