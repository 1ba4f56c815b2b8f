import { useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { FieldError } from "~/ui/field/field";
import { LoadMore, MoreProblem } from "~/ui/load-more/load-more";
import { keepInPlace, type Kept } from "./keep-what-came";

/** Load More under the list of the route that it stands in. */
export function OnePageMore({ to, replace }: { to: string; replace?: boolean }) {
  const { location } = useNavigation();
  const here = useLocation();
  const data = useLoaderData<Kept>();
  const { moreFailed = false } = data;
  // Known from here, not from a `clientLoader` that runs as the page comes to life: while that is under way Remix notes
  // how far the page is scrolled, and scrolls back to it afterwards, under the finger of who has moved on.
  useEffect(() => keepInPlace(here, data), [here, data]);
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
