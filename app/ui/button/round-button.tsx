import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { textAlone, visuallyHidden } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { Link, type LinkProps } from "~/ui/link/link";
import type { Placeholder } from "~/ui/variants/variants";
import * as styles from "./round-button.css";

type Variant = "plain" | "cart" | "heart" | "edged" | "onPicture";

interface RoundLook {
  /** The icon's meaning as text, for people who cannot see it and for browsers that show text alone. */
  label: string;
  /** One look or several: a heart on a picture is `["heart", "onPicture"]`. */
  variant?: Variant | readonly Variant[];
  /** An `<Icon>`. */
  children: ReactNode;
}

function look(variant: RoundLook["variant"] = "plain", className?: string) {
  const variants = typeof variant === "string" ? [variant] : variant;
  return classNames(styles.round, ...variants.map((name) => name !== "plain" && styles[name]), className);
}

export type RoundButtonProps = Omit<ComponentPropsWithoutRef<"button">, "children"> &
  RoundLook & {
    /** The object of the action, for people who hear the button without its surroundings. */
    of?: string;
    /** For a button that stays pressed: in the cart, in the wishlist. */
    pressed?: boolean;
  };

/** A button that is an icon in a circle, 44 px across. */
export function RoundButton({ label, of, variant, pressed, className, children, ...rest }: RoundButtonProps) {
  return (
    <button
      className={look(variant, className)}
      aria-label={of ? `${label}: ${of}` : label}
      aria-pressed={pressed}
      {...rest}
    >
      <span className={textAlone}>{label}</span>
      {children}
    </button>
  );
}

export type RoundLinkProps = Omit<LinkProps, "children"> &
  RoundLook & {
    /** A number at the icon's upper corner; say it in `label` as well. At 0 there is no badge. */
    badge?: number | Placeholder | undefined;
  };

/** A link that is an icon in a circle. */
export function RoundLink({ label, variant, badge, className, children, ...rest }: RoundLinkProps) {
  return (
    <Link className={look(variant, className)} {...rest}>
      {/* The blank keeps it apart from the next link where there is no layout. */}
      <span className={visuallyHidden}>{label} </span>
      {children}
      {badge ? (
        <span className={styles.badge} aria-hidden="true" translate="no">
          {typeof badge === "number" && badge > 99 ? "99+" : badge}
        </span>
      ) : null}
    </Link>
  );
}
