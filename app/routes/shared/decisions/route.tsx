import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { areaAt } from "~/routes/shared/messages/area";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Panel } from "~/ui/panel/panel";
import { DecisionFacts } from "./decision-facts";

export const meta = titled("Decisions");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require(areaAt(args.request.url).side);
  const { data } = await guarded(session, () => read(session.api().user.decisions.$get()));
  return data.map((decision) => ({ ...decision, day: dayOf(session, decision.decidedAt) }));
}

export default function Decisions() {
  const decisions = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Decisions of our team</h1>
      {decisions.map((decision) => (
        <Panel key={decision._id} as="article" stacked>
          <DecisionFacts decision={decision} />
          {decision.canObject ? <MoreLink to={`/decisions/${decision.link}`}>Object</MoreLink> : null}
        </Panel>
      ))}
      {decisions.length === 0 ? (
        <Panel>
          <EmptyState
            title="There are none of these"
            text="Where our team takes down something of yours, the reason stands here, and you can object."
          />
        </Panel>
      ) : null}
    </>
  );
}
