import type { ReactNode } from "react";
import { ButtonLink, type ButtonLinkProps } from "~/ui/button/button";
import { Spinner } from "~/ui/loading/loading";
import * as styles from "./load-more.css";

export type LoadMoreProps = Omit<ButtonLinkProps, "variant" | "children"> & { busy?: boolean; children?: ReactNode };

/** A link that shows one page more; with scripts the route catches the click and appends in place. */
export function LoadMore({ busy, children = "Load More", ...link }: LoadMoreProps) {
  return (
    <ButtonLink variant="quiet" preventScrollReset data-scripted {...link} aria-busy={busy || undefined}>
      {busy ? <Spinner small /> : null}
      {children}
    </ButtonLink>
  );
}

/** Says above Load More why there is not more yet. */
export function MoreProblem({ children }: { children: ReactNode }) {
  return (
    <div className={styles.problem} role="alert">
      {children}
    </div>
  );
}

/** Centres Load More and the pager under a list. */
export function AfterList({ children }: { children: ReactNode }) {
  return <div className={styles.afterList}>{children}</div>;
}
