import { forwardRef, type ComponentPropsWithoutRef, type ReactNode } from "react";
import { classNames } from "~/ui/class-names/class-names";
import { Link, type LinkProps } from "~/ui/link/link";
import { Spinner } from "~/ui/loading/loading";
import * as styles from "./button.css";

export interface ButtonLook {
  /** Filled for the one thing to do, quiet for the rest, danger for what cannot be taken back. */
  variant?: "primary" | "quiet" | "danger";
  /** As wide as its container. */
  wide?: boolean;
}

export type ButtonProps = ComponentPropsWithoutRef<"button"> &
  ButtonLook & {
    /** At work: shows a spinner and takes no press. */
    busy?: boolean;
  };

function look({ variant = "primary", wide }: ButtonLook, className?: string) {
  return classNames(styles.button, variant !== "primary" && styles[variant], wide && styles.wide, className);
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, wide, busy, disabled, className, children, ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      className={look({ variant, wide }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner small /> : null}
      {children}
    </button>
  );
});

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
