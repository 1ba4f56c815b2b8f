import { useLoaderData, useNavigation } from "@remix-run/react";
import { FieldError } from "~/ui/field/field";
import { LoadMore, MoreProblem } from "~/ui/load-more/load-more";
import type { Kept } from "./keeping-what-came";

/** Load More under the list of the route that it stands in. */
export function OnePageMore({ to, replace }: { to: string; replace?: boolean }) {
  const { location } = useNavigation();
  const { moreFailed = false } = useLoaderData<Kept>();
  const busy = location !== undefined && location.pathname + location.search === to;
  return (
    <>
      <MoreProblem>
        {moreFailed && !busy ? (
          <FieldError error="More could not be loaded, and nothing is lost. Please try again." />
        ) : null}
      </MoreProblem>
      <LoadMore to={to} replace={replace || moreFailed} busy={busy} />
    </>
  );
}
