import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Download } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { AGES } from "~/features/orders/operator-schema";
import { partStatus } from "~/features/orders/schema";
import { dayRule, misreadIn, oneOfRule, pageRule } from "~/routes/shared/misread";
import { titled } from "~/routes/shared/titles";
import { guarded, orNotFound, sessionOf, type Session } from "~/session/session.server";
import { apart, row } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { Field, Input, Select } from "~/ui/field/field";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { dayIn, listAddress, pageIn, pagesOf } from "../list-address";
import { Pages } from "../pages";
import { OnDay } from "../on-day";
import { SearchForm } from "../search-form";
import { momentOf } from "../times.server";
import { OrderRows } from "./order-rows";

export const meta = titled("Orders");

const PATH = "/operator/orders";
const ROWS = 20;
const STATES = partStatus.options;
const AGE_OPTIONS = AGES.map((days) => ({
  value: days,
  label: days === "1" ? "1 day or more" : `${days} days or more`,
}));
const WHAT = {
  paid: "Paid on",
  unpaid: "Begun and not paid, on",
  refunded: "With a refund written down on",
  refund_failed: "With a refund that came back and is still owed, since",
};

const RULES = [
  dayRule("day", "The day"),
  oneOfRule("what", "What happened", Object.keys(WHAT)),
  oneOfRule("state", "The state", STATES),
  oneOfRule("age", "The age in days", AGES),
  pageRule,
];

/** The value in an address, if it is one of `values`. Empty otherwise. */
function oneIn<Value extends string>(search: URLSearchParams, name: string, values: readonly Value[]): Value | "" {
  return values.find((value) => value === search.get(name)) ?? "";
}

/** The stall that an address names by its id or name, or a sentence if not exactly one stall fits. */
async function stallIn(session: Session, search: URLSearchParams) {
  const words = (search.get("stall") ?? "").trim().slice(0, 120);
  if (words === "") return { stall: "", stallName: "", unknownStall: [] };
  const { merchants } = session.api().operator;
  const isId = /^[0-9a-f]{24}$/.test(words);
  const { data } = isId
    ? {
        data: {
          docs: [
            (await guarded(session, () => orNotFound(read(merchants[":id"].$get({ param: { id: words } }))))).data,
          ],
        },
      }
    : await guarded(session, () => read(merchants.$get({ query: { q: words } })));
  const namesakes = data.docs.filter(({ storeName }) => storeName.toLowerCase() === words.toLowerCase());
  const [one, ...furtherStalls] = namesakes.length > 0 ? namesakes : data.docs;
  if (one && furtherStalls.length === 0) return { stall: one._id, stallName: one.storeName, unknownStall: [] };
  const sentence = one
    ? `Several stalls fit “${words}”: ${[one, ...furtherStalls]
        .map(({ storeName }) => storeName)
        .slice(0, 5)
        .join(", ")}.`
    : `No stall is called “${words}”.`;
  return { stall: "", stallName: words, unknownStall: [sentence] };
}

function whatIn(search: URLSearchParams): keyof typeof WHAT {
  const filter = search.get("what");
  return filter === "unpaid" || filter === "refunded" || filter === "refund_failed" ? filter : "paid";
}

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const search = new URL(args.request.url).searchParams;
  const [q, page, day] = [(search.get("q") ?? "").trim().slice(0, 120), pageIn(search), dayIn(search)];
  const what = whatIn(search);
  const [state, age] = [oneIn(search, "state", STATES), oneIn(search, "age", AGES)];
  const { stall, stallName, unknownStall } = await stallIn(session, search);
  const { data } = await guarded(session, () =>
    read(session.api().operator.orders.$get({ query: { q, day, what, state, age, stall, page: String(page) } })),
  );
  const pages = pagesOf(data.total, ROWS);
  const filter = { q, state, age, stall, day, what: day || what === "refund_failed" ? what : "" };
  if (page > pages) throw redirect(listAddress(PATH, filter, pages));
  return {
    misread: [...misreadIn(search, RULES), ...unknownStall],
    q,
    state,
    age,
    stallName,
    day,
    what,
    filter,
    page,
    pages,
    orders: data.docs.map((order) => ({ ...order, time: momentOf(session, order.createdAt) })),
  };
}

export default function Orders() {
  const { misread, q, state, age, stallName, day, what, filter, page, pages, orders } = useLoaderData<typeof loader>();
  return (
    <>
      <div className={classNames(row, apart)}>
        <h1>Orders</h1>
        <ButtonLink variant="quiet" to="/operator/exports">
          <Icon of={Download} /> Exports
        </ButtonLink>
      </div>
      <Misread sentences={misread} />
      <Panel>
        <SearchForm
          path={PATH}
          label="Order, buyer or payment"
          hint="An order's number, the buyer's email, or the payment's id."
          q={q}
        >
          <Field id="state" label="State">
            <Select id="state" name="state" key={state} defaultValue={state} placeholder="Any" options={STATES} />
          </Field>
          <Field id="age" label="Waits for">
            <Select id="age" name="age" key={age} defaultValue={age} placeholder="Any time" options={AGE_OPTIONS} />
          </Field>
          <Field id="stall" label="Stall">
            <Input id="stall" name="stall" key={stallName} defaultValue={stallName} maxLength={120} />
          </Field>
        </SearchForm>
        {day ? <OnDay text={WHAT[what]} day={day} to={listAddress(PATH, { q })} /> : null}
        {!day && what === "refund_failed" ? (
          <p>
            With a refund that came back and is still owed to its buyer.{" "}
            <Link to={listAddress(PATH, { q })}>Show all orders</Link>
          </p>
        ) : null}
      </Panel>
      <Panel>
        {orders.length > 0 ? (
          <OrderRows
            label={age ? "Orders, oldest first" : "Orders, newest first"}
            orders={orders}
            stallAddress={(stall) => listAddress(PATH, { state, age, stall })}
          />
        ) : (
          <EmptyState
            title="No order found"
            text={
              day
                ? "Nothing of the kind on that day."
                : what === "refund_failed"
                  ? "Every refund that came back has been seen to."
                  : q
                    ? "No order has this number, buyer or payment. An email must be whole."
                    : state || age || stallName
                      ? "No order stands so."
                      : "What buyers order is listed here."
            }
          />
        )}
        <Pages path={PATH} wanted={filter} page={page} pages={pages} label="Pages of orders" />
      </Panel>
    </>
  );
}
