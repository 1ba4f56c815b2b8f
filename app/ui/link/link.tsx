import { Link as RemixLink, type LinkProps } from "@remix-run/react";
import { forwardRef } from "react";

export type { LinkProps };

/** Remix's link, without the mark by which Remix finds routes to fetch ahead: every page has the table of all routes. */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link(props, ref) {
  return <RemixLink discover="none" ref={ref} {...props} />;
});
