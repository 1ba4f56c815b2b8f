import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowDown, ArrowLeft, ArrowUp, Download } from "~/ui/icon/icons";
import { Fragment } from "react";
import { read } from "~/api/client";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { weekdayInWords } from "~/features/days";
import { hoursInWords } from "~/features/delivery/words-schema";
import { handOversOf, notesOf } from "~/features/merchant-orders/hand-overs-schema";
import type { MerchantOrder } from "~/features/merchant-orders/schema";
import { SpreadsheetLinks } from "~/routes/shared/spreadsheet-links";
import { titled } from "~/routes/shared/titles";
import { answerForm, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { apart, row, visuallyHidden } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { Button, ButtonLink, MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Input } from "~/ui/field/field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { PartPill } from "../part-status";
import { piecesOf } from "../pieces";
import { stopsForm } from "./sorted-stops";
import * as styles from "./styles.css";

export const meta = titled("Delivery list");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const param = { day: args.params["day"] ?? "" };
  const { data } = await guarded(session, () =>
    orNotFound(read(session.api().product.order.merchant.days[":day"].deliveries.$get({ param }))),
  );
  return data;
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const param = { day: args.params["day"] ?? "" };
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: stopsForm(form) }, async (json, session) => {
    await read(session.api().product.order.merchant.days[":day"].deliveries.$put({ param, json }));
    return session.redirect(`/merchant/days/${param.day}/deliveries`, {
      notice: "The order of the stops is saved.",
    });
  });
}

export default function DeliveryList() {
  const { day, orders } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<{ place: Record<string, string> }>({ id: "stops", lastResult: refusal?.lastResult });
  const typedPlaces = fields.place.getFieldset();
  const stops = handOversOf(orders);
  const path = `/merchant/days/${day}`;
  return (
    <>
      <MoreLink className={styles.screenOnly} to={path}>
        <Icon of={ArrowLeft} className={styles.arrow} />
        {weekdayInWords(day)}
      </MoreLink>
      <div className={classNames(row, apart)}>
        <h1>Deliveries, {weekdayInWords(day)}</h1>
        {orders.length > 0 ? (
          <div className={classNames(row, styles.screenOnly)}>
            <ButtonLink variant="quiet" to={`${path}/deliveries.pdf`}>
              <Icon of={Download} /> PDF
            </ButtonLink>
            <SpreadsheetLinks name="Deliveries" hrefFor={(format) => `${path}/deliveries.${format}`} />
          </div>
        ) : null}
      </div>
      {orders.length === 0 ? (
        <EmptyState title="Nothing to bring" text="Orders that you bring on this day are listed here." />
      ) : (
        <Panel>
          <PostForm form={form} className={styles.stops} enterIntent="save">
            <FormErrors form={form} />
            <ol className={styles.list}>
              {stops.map((group, place) => (
                <Stop
                  key={group[0]._id}
                  together={group}
                  place={typedPlaces[group[0]._id]?.initialValue ?? place + 1}
                  isFirst={place === 0}
                  isLast={place === stops.length - 1}
                />
              ))}
            </ol>
            <SubmitButton intent="save" className={styles.screenOnly}>
              Sort by the numbers
            </SubmitButton>
          </PostForm>
        </Panel>
      )}
    </>
  );
}

interface StopProps {
  /** An order with the orders that were added to it. */
  together: [MerchantOrder, ...MerchantOrder[]];
  /** Its place in the list, or the text that was typed for it. */
  place: number | string;
  isFirst: boolean;
  isLast: boolean;
}

function Stop({ together, place, isFirst, isLast }: StopProps) {
  const [{ _id, shipping, user, statusText, delivery }] = together;
  const notes = notesOf(together);
  const address = addressLines(shipping).join(", ");
  const telephone = shipping.telephone || user.telephone;
  const name = fullName(shipping);
  return (
    <li className={styles.stop}>
      <div className={styles.place}>
        <label className={visuallyHidden} htmlFor={`place-${_id}`}>
          Place of {name}
        </label>
        <Input
          id={`place-${_id}`}
          name={`place.${_id}`}
          type="number"
          min={0}
          max={9999}
          step="any"
          defaultValue={place}
          className={styles.number}
        />
        <Button
          variant="quiet"
          name="intent"
          value={`up ${_id}`}
          aria-label={`${name} one place up`}
          disabled={isFirst}
        >
          <Icon of={ArrowUp} />
        </Button>
        <Button
          variant="quiet"
          name="intent"
          value={`down ${_id}`}
          aria-label={`${name} one place down`}
          disabled={isLast}
        >
          <Icon of={ArrowDown} />
        </Button>
      </div>
      <div>
        <b>{name}</b>{" "}
        {together.map((order, index) => (
          <Fragment key={order._id}>
            {index > 0 ? " + " : ""}
            <Link to={`/merchant/orders/${order._id}`}>#{order.itemId}</Link>
          </Fragment>
        ))}
        <p>
          <a href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}>{address}</a>
        </p>
        {telephone ? (
          <p>
            <a href={`tel:${telephone.replace(/[^+0-9]/g, "")}`}>{telephone}</a>
          </p>
        ) : null}
        <p className={classNames(small, soft)}>
          {delivery?.from && delivery.to ? `${hoursInWords(delivery.from, delivery.to)} · ` : ""}
          {together.map(piecesOf).filter(Boolean).join(" · ")}
        </p>
        {notes ? <p className={small}>{notes}</p> : null}
      </div>
      <PartPill status={statusText} delivery={delivery} />
    </li>
  );
}
