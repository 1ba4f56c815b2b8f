import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { classNames } from "~/ui/class-names/class-names";
import { Link, type LinkProps } from "~/ui/link/link";
import * as styles from "./button.css";

export interface ButtonLook {
  /** `primary` (filled) for the one thing to do, `quiet` for the rest, `danger` for what cannot be undone. */
  variant?: "primary" | "quiet" | "danger";
  /** As wide as its container. */
  wide?: boolean;
}

export type ButtonProps = ComponentPropsWithoutRef<"button"> & ButtonLook;

function look({ variant = "primary", wide }: ButtonLook, className?: string) {
  return classNames(styles.button, variant !== "primary" && styles[variant], wide && styles.wide, className);
}

/** A button. While its action is under way, the browser's script sets `aria-busy`, which shows a spinner. */
export function Button({ variant, wide, className, children, ...rest }: ButtonProps) {
  return (
    <button className={look({ variant, wide }, className)} {...rest}>
      {children}
    </button>
  );
}

export type ButtonLinkProps = LinkProps &
  ButtonLook & {
    /** Keeps its place but leads nowhere: no `href`, named as disabled to screen readers. */
    disabled?: boolean;
  };

/** A link that looks like a button. */
export function ButtonLink({ variant, wide, disabled, className, children, ...rest }: ButtonLinkProps) {
  const classes = look({ variant, wide }, className);
  if (disabled) {
    return (
      <a className={classes} role="link" aria-disabled="true">
        {children}
      </a>
    );
  }
  return (
    <Link className={classes} {...rest}>
      {children}
    </Link>
  );
}

/** A text link that stands alone: View All, Back to the shop. */
export function MoreLink({ className, ...rest }: LinkProps & { children: ReactNode }) {
  return <Link className={classNames(styles.more, className)} {...rest} />;
}
