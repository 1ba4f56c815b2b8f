import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Plus } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { MOST_METHODS, type MethodKind } from "~/features/delivery/schema";
import { z } from "~/features/zod";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { Cell, Row, Table } from "~/ui/table/table";
import { WAYS } from "../way/address";
import { joinForm, MarketDayPanel } from "./market-day-panel";

export const meta = titled("How it gets there");

const KINDS: Record<MethodKind, string> = { collection: "Collection", delivery: "Delivery", carrier: "Carrier" };

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const { data } = await guarded(session, () => read(session.api().merchant.ways.$get()));
  const marketDays = await guarded(session, () => read(session.api().merchant["market-days"].$get()));
  const { data: terms } = await guarded(session, () => read(session.api().merchant["collection-terms"].$get()));
  return { ways: data, marketDays: marketDays.data, mayBePaidThere: terms.allowed, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const form = await postedForm(args.request);
  const param = { id: String(form.get("marketDay") ?? "") };
  if (form.get("intent") === "leave")
    return answerForm(args, form, { schema: z.object({}) }, async (_, session, key) => {
      await orNotFound(read(session.api(key).merchant["market-days"][":id"].$delete({ param })));
      return session.redirect(WAYS, { notice: "Your stall takes part no more. Orders keep it." });
    });
  return answerForm(args, form, { schema: joinForm }, async (json, session, key) => {
    await orNotFound(read(session.api(key).merchant["market-days"][":id"].$put({ param, json })));
    return session.redirect(WAYS, { notice: "Your stall takes part." });
  });
}

export default function Ways() {
  const { ways, marketDays, mayBePaidThere, key } = useLoaderData<typeof loader>();
  const joinedDays = marketDays.filter(({ takesPart }) => takesPart);
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
      ) : joinedDays.length > 0 ? (
        <EmptyState
          title="At market days alone"
          text="Your goods are collected at the market days below, and go no other way. Add a carrier to send them as well."
          action={add}
        />
      ) : (
        <EmptyState
          title="By carrier, free, to everywhere"
          text="So your goods go now. Add places of collection and deliveries with their times; buyers then choose at checkout."
          action={add}
        />
      )}
      {ways.length > 0 && ways.length < MOST_METHODS ? <div>{add}</div> : null}
      {marketDays.map((day) => (
        <MarketDayPanel key={day._id} day={day} mayBePaidThere={mayBePaidThere} idempotencyKey={`${key}-${day._id}`} />
      ))}
    </>
  );
}
