import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Plus } from "lucide-react";
import { read } from "~/api/client";
import { MOST_METHODS, type MethodKind } from "~/features/delivery/schema";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { Cell, Row, Table } from "~/ui/table/table";
import { WAYS } from "../way/address";

export const meta = titled("How it gets there");

const KINDS: Record<MethodKind, string> = { collection: "Collection", delivery: "Delivery", carrier: "Carrier" };

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  const { data } = await guarded(session, () => read(session.api().merchant.ways.$get()));
  return { ways: data };
}

export default function Ways() {
  const { ways } = useLoaderData<typeof loader>();
  const add = (
    <ButtonLink to={`${WAYS}/add`}>
      <Icon of={Plus} /> Add a way
    </ButtonLink>
  );
  return (
    <>
      <h1>How it gets there</h1>
      {ways.length > 0 ? (
        <Panel title="Your ways">
          <Table caption="Your ways" head={["Name", "What it is", "Times", "State"]} layout="thirds">
            {ways.map(({ _id, name, kind, times, active }) => (
              <Row key={_id}>
                <Cell place="lead">
                  <Link to={`${WAYS}/${_id}`}>{name}</Link>
                </Cell>
                <Cell label="What it is">{KINDS[kind]}</Cell>
                <Cell label="Times" num>
                  {times.length}
                </Cell>
                <Cell label="State">
                  <Pill tone={active ? "leaf" : "grey"}>{active ? "On" : "Off"}</Pill>
                </Cell>
              </Row>
            ))}
          </Table>
        </Panel>
      ) : (
        <EmptyState
          title="By carrier, free, to everywhere"
          text="So your goods go now. Add places of collection and deliveries with their times; buyers then choose at checkout."
          action={add}
        />
      )}
      {ways.length > 0 && ways.length < MOST_METHODS ? <div>{add}</div> : null}
    </>
  );
}
