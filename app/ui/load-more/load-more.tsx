import type { ReactNode } from "react";
import { ButtonLink, type ButtonLinkProps } from "~/ui/button/button";
import * as styles from "./load-more.css";

export type LoadMoreProps = Omit<ButtonLinkProps, "variant" | "children"> & { children?: ReactNode };

/** A link that shows one page more; scripts show it in place. `replace`: it also replaces the page in the history. */
export function LoadMore({ replace, children = "Load More", ...link }: LoadMoreProps) {
  return (
    <ButtonLink variant="quiet" {...link} data-scripted={replace ? "replace" : ""}>
      {children}
    </ButtonLink>
  );
}

/** Centres Load More and the pager under a list. */
export function AfterList({ children }: { children: ReactNode }) {
  return <div className={styles.afterList}>{children}</div>;
}
