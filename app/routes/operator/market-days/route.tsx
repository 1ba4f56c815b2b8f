import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Plus } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { MOST_MARKET_DAYS } from "~/features/delivery/market-day-schema";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { Cell, Row, Table } from "~/ui/table/table";
import { MARKET_DAYS } from "../market-day/address";

export const meta = titled("Market days");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const { data } = await guarded(session, () => read(session.api().operator["market-days"].$get()));
  return { marketDays: data };
}

export default function MarketDays() {
  const { marketDays } = useLoaderData<typeof loader>();
  const add = (
    <ButtonLink to={`${MARKET_DAYS}/add`}>
      <Icon of={Plus} /> Add a market day
    </ButtonLink>
  );
  return (
    <>
      <h1>Market days</h1>
      {marketDays.length > 0 ? (
        <Panel title="Places that stalls share">
          <Table
            caption="Market days"
            layout="thirds"
            head={[
              "Name",
              { title: "Times", end: true },
              { title: "Stalls", end: true },
              { title: "State", end: true },
            ]}
          >
            {marketDays.map(({ _id, name, times, stalls, active }) => (
              <Row key={_id}>
                <Cell place="lead">
                  <Link to={`${MARKET_DAYS}/${_id}`}>{name}</Link>
                </Cell>
                <Cell label="Times" end num>
                  {times.length}
                </Cell>
                <Cell label="Stalls" end num>
                  {stalls.length}
                </Cell>
                <Cell label="State" end>
                  <Pill tone={active ? "leaf" : "grey"}>{active ? "On" : "Off"}</Pill>
                </Cell>
              </Row>
            ))}
          </Table>
        </Panel>
      ) : (
        <EmptyState
          title="No market days yet"
          text="A market day is a place with times at which several stalls are collected from at once, with one code."
          action={add}
        />
      )}
      {marketDays.length > 0 && marketDays.length < MOST_MARKET_DAYS ? <div>{add}</div> : null}
    </>
  );
}
