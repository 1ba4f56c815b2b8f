import { LoadMore } from "~/ui/load-more/load-more";

/** Load More below a list: a link to the list with one page more, which scripts show in place. */
export function OnePageMore({ to, replace = false }: { to: string; replace?: boolean }) {
  return <LoadMore to={to} replace={replace} />;
}
