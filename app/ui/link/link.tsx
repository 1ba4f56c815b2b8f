import { Link as RemixLink, type LinkProps } from "@remix-run/react";
import { forwardRef } from "react";

export type { LinkProps };

/** Remix's link, without the attribute that it writes into each link for finding routes: nothing reads it. */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link(props, ref) {
  return <RemixLink discover="none" ref={ref} {...props} />;
});
